import sharp from 'sharp';
import { decodeSrgbChannel0To1 } from './colour.ts';

/** Flat artwork, in mm, of paper or foil that is wrapped around a bottle. */
export interface LabelArt {
  width: number;
  height: number;
  /** The size of the original drawing if the artwork was scaled. */
  drawn?: [width: number, height: number];
  /** Outline of the paper as path data; empty for a print directly on the glass. */
  outline: string;
  paper: string;
  /** SVG of the printed parts. */
  ink: string;
  /** SVG mask of the metal foil, white on black. */
  foil?: string;
  metal?: [number, number, number];
}

export interface Decal {
  top: number;
  art: LabelArt;
  texture: Texture;
}

interface Texture {
  columns: number;
  rows: number;
  /** Five interleaved channels: linear red, green, blue, alpha and foil. */
  data: Float32Array;
}

const PER_MM = 12;
const TO_LINEAR = Float32Array.from({ length: 256 }, (_, i) => decodeSrgbChannel0To1(i / 255));

function sheet(art: LabelArt, body: string): Buffer {
  const [w, h] = art.drawn ?? [art.width, art.height];
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.round(art.width * PER_MM)}" height="${Math.round(art.height * PER_MM)}" viewBox="0 0 ${w} ${h}" preserveAspectRatio="none">${body}</svg>`,
  );
}

function labelSvg(art: LabelArt): string {
  const paper = art.outline ? `<path d="${art.outline}" fill="${art.paper}"/>` : '';
  const clip = art.outline ? `<clipPath id="die"><path d="${art.outline}"/></clipPath>` : '';
  return `${clip}${paper}<g${art.outline ? ' clip-path="url(#die)"' : ''}>${art.ink}</g>`;
}

export async function rasteriseLabel(art: LabelArt): Promise<Texture> {
  const print = await sharp(sheet(art, labelSvg(art)))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width: columns, height: rows } = print.info;
  const foil = art.foil
    ? await sharp(sheet(art, `<rect width="100%" height="100%"/>${art.foil}`))
        .resize(columns, rows)
        .extractChannel(0)
        .raw()
        .toBuffer()
    : undefined;
  const data = new Float32Array(columns * rows * 5);
  for (let i = 0; i < columns * rows; i++) {
    for (let c = 0; c < 3; c++) data[i * 5 + c] = TO_LINEAR[print.data[i * 4 + c]!]!;
    data[i * 5 + 3] = print.data[i * 4 + 3]! / 255;
    data[i * 5 + 4] = foil ? foil[i]! / 255 : 0;
  }
  return { columns, rows, data };
}

/**
 * Samples a texture bilinearly at (u, v) in mm of its artwork, and writes the five channels into `out`. Samples outside
 * it are zero.
 */
export function sampleLabelTextureInto(texture: Texture, art: LabelArt, u: number, v: number, out: Float64Array): void {
  const x = (u / art.width) * texture.columns - 0.5;
  const y = (v / art.height) * texture.rows - 0.5;
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  out.fill(0);
  if (x0 < -1 || y0 < -1 || x0 >= texture.columns || y0 >= texture.rows) return;
  let weight = 0;
  for (let dy = 0; dy < 2; dy++) {
    for (let dx = 0; dx < 2; dx++) {
      const cx = x0 + dx;
      const cy = y0 + dy;
      if (cx < 0 || cy < 0 || cx >= texture.columns || cy >= texture.rows) continue;
      const w = (dx ? x - x0 : 1 - (x - x0)) * (dy ? y - y0 : 1 - (y - y0));
      const at = (cy * texture.columns + cx) * 5;
      const alpha = texture.data[at + 3]! * w;
      for (let c = 0; c < 3; c++) out[c] = out[c]! + texture.data[at + c]! * alpha;
      out[3] = out[3]! + alpha;
      out[4] = out[4]! + texture.data[at + 4]! * w;
      weight += alpha;
    }
  }
  if (weight > 0) for (let c = 0; c < 3; c++) out[c] = out[c]! / weight;
}
