import sharp from 'sharp';
import { parseHexSrgbBytes, type LinearRgb } from './colour.ts';
import { sampleFractalNoise, sampleNoise, smoothstep } from './noise.ts';

/** A colour as the density of each of the four inks, 0 to 1. */
export type InkDensities = readonly [light: number, middle: number, third: number, dark: number];

export interface InkSet {
  paper: string;
  /** Inks in printing order; each covers the previous ones. */
  inks: readonly [light: string, middle: string, third: string, dark: string];
}

/** A shape of a scene. It hides the shapes behind it on every plate. */
export interface SceneShape {
  d: string;
  mix: InkDensities;
  /** The mix at the end of the gradient; without it, the shape has one flat colour. */
  to?: InkDensities;
  /** Direction of the gradient within the shape's bounding box. */
  run?: 'down' | 'right' | 'radial';
  stroke?: number;
  clip?: string;
}

export interface PrintScene {
  width: number;
  height: number;
  shapes: SceneShape[];
}

/** Misregistration of each plate, in pixels of a 2400 px wide print. */
const REGISTER: readonly [number, number][] = [
  [0, 0],
  [-1.6, 1.1],
  [1.9, 1.5],
  [0.6, -1.2],
];

const grey = (mix: InkDensities, plates: readonly number[]): string =>
  `rgb(${plates.map((p) => Math.round((mix[p] ?? 0) * 255)).join(',')})`;

function plateSvg(scene: PrintScene, plates: readonly number[], scale: number): string {
  const defs: string[] = [];
  const body = scene.shapes
    .map((shape, i) => {
      let paint = grey(shape.mix, plates);
      if (shape.to) {
        const stops = `<stop offset="0" stop-color="${paint}"/><stop offset="1" stop-color="${grey(shape.to, plates)}"/>`;
        defs.push(
          shape.run === 'radial'
            ? `<radialGradient id="g${i}">${stops}</radialGradient>`
            : `<linearGradient id="g${i}" x1="0" y1="0" ${shape.run === 'right' ? 'x2="1" y2="0"' : 'x2="0" y2="1"'}>${stops}</linearGradient>`,
        );
        paint = `url(#g${i})`;
      }
      let clip = '';
      if (shape.clip) {
        defs.push(`<clipPath id="c${i}"><path d="${shape.clip}"/></clipPath>`);
        clip = ` clip-path="url(#c${i})"`;
      }
      return shape.stroke
        ? `<path d="${shape.d}" fill="none" stroke="${paint}" stroke-width="${shape.stroke}" stroke-linecap="round" stroke-linejoin="round"${clip}/>`
        : `<path d="${shape.d}" fill="${paint}"${clip}/>`;
    })
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.round(scene.width * scale)}" height="${Math.round(scene.height * scale)}" viewBox="0 0 ${scene.width} ${scene.height}"><defs>${defs.join('')}</defs><rect width="100%" height="100%" fill="#000"/>${body}</svg>`;
}

async function plates(scene: PrintScene, which: readonly number[], scale: number): Promise<Buffer> {
  return sharp(Buffer.from(plateSvg(scene, which, scale)), { unlimited: true })
    .removeAlpha()
    .raw()
    .toBuffer();
}

/** Prints the scene like a screen print: one plate per ink, slightly misregistered and broken up by the paper grain. */
export async function printScene(
  scene: PrintScene,
  palette: InkSet,
  seed: number,
  scale = 1,
): Promise<{ width: number; height: number; data: Buffer }> {
  const width = Math.round(scene.width * scale);
  const height = Math.round(scene.height * scale);
  const first = await plates(scene, [0, 1, 2], scale);
  const second = await plates(scene, [3, 3, 3], scale);
  const paper = parseHexSrgbBytes(palette.paper);
  const inks = palette.inks.map(parseHexSrgbBytes);
  const data = Buffer.alloc(width * height * 3);
  const tile = grainTile(seed);
  const wide = 2400 / width;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const pixel: LinearRgb = [paper[0], paper[1], paper[2]];
      for (let k = 0; k < 4; k++) {
        const [dx, dy] = REGISTER[k]!;
        const sx = Math.min(width - 1, Math.max(0, Math.round(x + dx / wide)));
        const sy = Math.min(height - 1, Math.max(0, Math.round(y + dy / wide)));
        const at = (sy * width + sx) * 3;
        const tone = (k < 3 ? first[at + k]! : second[at]!) / 255;
        if (tone <= 0.004) continue;
        const cover = coverage(tone, tile, x + k * 137, y + k * 71);
        const ink = inks[k]!;
        // Solid ink is nearly opaque; thin ink mixes with the colours below.
        for (let c = 0; c < 3; c++) pixel[c] = pixel[c]! + (ink[c]! - pixel[c]!) * cover;
      }
      const fibre = (tile[(y & (TILE - 1)) * TILE + ((x + 311) & (TILE - 1))]! - 0.5) * 3.2;
      const out = (y * width + x) * 3;
      for (let c = 0; c < 3; c++) data[out + c] = Math.max(0, Math.min(255, Math.round(pixel[c]! + fibre)));
    }
  }
  return { width, height, data };
}

const TILE = 1024;
const tiles = new Map<number, Float32Array>();

/** Returns the repeating tile of paper grain for a seed: fine speckle with a little coarse noise. */
function grainTile(seed: number): Float32Array {
  const known = tiles.get(seed);
  if (known) return known;
  const tile = new Float32Array(TILE * TILE);
  for (let y = 0; y < TILE; y++) {
    for (let x = 0; x < TILE; x++) {
      const fine = sampleNoise(x * 0.62, y * 0.62, seed) * 0.62 + sampleNoise(x * 0.3, y * 0.3, seed + 7) * 0.28;
      tile[y * TILE + x] = fine + sampleFractalNoise(x * 0.06, y * 0.06, seed + 13, 2) * 0.1;
    }
  }
  tiles.set(seed, tile);
  return tile;
}

/** Returns the opacity of ink of the given tone on the paper grain at (x, y). */
function coverage(tone: number, tile: Float32Array, x: number, y: number): number {
  const grain = tile[(y & (TILE - 1)) * TILE + (x & (TILE - 1))]!;
  if (tone > 0.985) return 0.97 - 0.05 * smoothstep(0.7, 0.8, grain);
  const threshold = 0.26 + 0.48 * (1 - tone);
  const speck = smoothstep(threshold - 0.12, threshold + 0.12, grain);
  return tone * 0.62 + speck * 0.38 * Math.min(1, tone * 1.7);
}
