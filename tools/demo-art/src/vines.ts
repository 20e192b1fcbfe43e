import { formatRoundedToTwoDecimals, type Point, createPolygonPath } from './curve.ts';
import { sampleNoise } from './noise.ts';
import type { SceneShape, InkDensities } from './print-scene.ts';

interface VineField {
  /** Vanishing point of the rows. */
  vanish: Point;
  /** Outline of the field; rows are clipped to it. */
  clip: string;
  /** Vertical positions of the far edge and the near edge. */
  far: number;
  near: number;
  /** Positions of the rows on the near edge: first, last, spacing. */
  from: number;
  to: number;
  step: number;
  soil: InkDensities;
  soilTo?: InkDensities;
  side: InkDensities;
  top: InkDensities;
  shade: InkDensities;
  /** Height and width of a row, relative to the spacing of the rows. */
  tall?: number;
  wide?: number;
  seed?: number;
  /** True for winter: only stocks and wires are drawn. */
  isBare?: boolean;
}

interface Station {
  x: number;
  y: number;
  scale: number;
  depth: number;
}

function stations(field: VineField, foot: number): Station[] {
  const [vx, vy] = field.vanish;
  const base = field.near - vy;
  const deepest = base / Math.max(2, field.far - vy);
  const count = 190;
  return Array.from({ length: count + 1 }, (_, i) => {
    const depth = deepest ** (i / count);
    return { x: vx + (foot - vx) / depth, y: vy + base / depth, scale: 1 / depth, depth };
  });
}

/** Draws rows of vines that converge in a vanishing point, each with a shaded side, a lit top and a shadow. */
export function drawVineRowsShapes(field: VineField): SceneShape[] {
  const shapes: SceneShape[] = [{ d: field.clip, mix: field.soil, ...(field.soilTo ? { to: field.soilTo } : {}) }];
  const feet: number[] = [];
  for (let x = field.from; x <= field.to; x += field.step) feet.push(x);
  feet.sort((a, b) => Math.abs(b - field.vanish[0]) - Math.abs(a - field.vanish[0]));
  for (const foot of feet) shapes.push(...(field.isBare ? bareRow(field, foot) : leafyRow(field, foot)));
  return shapes;
}

function leafyRow(field: VineField, foot: number): SceneShape[] {
  const seed = field.seed ?? 3;
  const tall = (field.tall ?? 0.55) * field.step;
  const wide = (field.wide ?? 0.32) * field.step;
  const inward = foot < field.vanish[0] ? 1 : -1;
  const line = stations(field, foot);
  const rough = (depth: number, salt: number): number =>
    (sampleNoise(depth * 7 + foot * 0.7, salt, seed) - 0.5) * 0.34 +
    (sampleNoise(depth * 19 + foot, salt, seed + 3) - 0.5) * 0.3;
  const skirt: Point[] = [];
  const ridge: Point[] = [];
  const back: Point[] = [];
  const ground: Point[] = [];
  const shadow: Point[] = [];
  for (const { x, y, scale, depth } of line) {
    const h = tall * scale;
    const w = wide * scale;
    ground.push([x + (inward * w) / 2, y]);
    shadow.push([x + inward * w * 1.55, y + h * 0.02]);
    skirt.push([x + inward * w * (0.5 + rough(depth, 9) * 0.4), y - h * (0.2 + rough(depth, 4) * 0.25)]);
    ridge.push([x + inward * w * (0.42 + rough(depth, 2) * 0.7), y - h * (0.92 + rough(depth, 1) * 0.5)]);
    back.push([x - inward * w * (0.5 + rough(depth, 5) * 0.5), y - h * (1 + rough(depth, 6) * 0.4)]);
  }
  const trunks = line
    .filter((_, i) => i % 5 === 0)
    .filter(({ depth }) => depth < 7)
    .map(({ x, y, scale }) => {
      const t = field.step * 0.022 * scale;
      const h = tall * 0.4 * scale;
      const bx = x + inward * wide * 0.34 * scale;
      return `M${formatRoundedToTwoDecimals(bx - t)} ${formatRoundedToTwoDecimals(y)}L${formatRoundedToTwoDecimals(bx - t * 0.5)} ${formatRoundedToTwoDecimals(y - h)}H${formatRoundedToTwoDecimals(bx + t * 0.8)}L${formatRoundedToTwoDecimals(bx + t)} ${formatRoundedToTwoDecimals(y)}Z`;
    })
    .join('');
  const { clip } = field;
  return [
    { d: createPolygonPath([...ground, ...shadow.reverse()]), mix: field.shade, clip },
    ...(trunks ? [{ d: trunks, mix: field.shade, clip }] : []),
    { d: createPolygonPath([...skirt, ...ridge.slice().reverse()]), mix: field.side, clip },
    { d: createPolygonPath([...ridge, ...back.reverse()]), mix: field.top, clip },
  ];
}

function bareRow(field: VineField, foot: number): SceneShape[] {
  const seed = field.seed ?? 3;
  const tall = (field.tall ?? 0.6) * field.step;
  let stocks = '';
  let posts = '';
  const wires: Point[][] = [[], []];
  stations(field, foot).forEach(({ x, y, scale, depth }, i) => {
    wires[0]!.push([x, y - tall * 0.62 * scale]);
    wires[1]!.push([x, y - tall * 0.98 * scale]);
    const t = field.step * 0.024 * scale;
    if (i % 16 === 0)
      posts += `M${formatRoundedToTwoDecimals(x - t)} ${formatRoundedToTwoDecimals(y)}L${formatRoundedToTwoDecimals(x - t)} ${formatRoundedToTwoDecimals(y - tall * 1.08 * scale)}h${formatRoundedToTwoDecimals(t * 2)}V${formatRoundedToTwoDecimals(y)}Z`;
    if (i % 4 !== 2 || depth > 14) return;
    const h = tall * scale;
    const lean = (sampleNoise(i, foot, seed) - 0.5) * 0.26 * h;
    const [tx, ty] = [x + lean, y - h * 0.52];
    stocks += `M${formatRoundedToTwoDecimals(x - t * 1.9)} ${formatRoundedToTwoDecimals(y)}C${formatRoundedToTwoDecimals(x - t)} ${formatRoundedToTwoDecimals(y - h * 0.2)} ${formatRoundedToTwoDecimals(tx - t * 2.6)} ${formatRoundedToTwoDecimals(y - h * 0.3)} ${formatRoundedToTwoDecimals(tx - t * 1.5)} ${formatRoundedToTwoDecimals(ty)}L${formatRoundedToTwoDecimals(tx - h * 0.3)} ${formatRoundedToTwoDecimals(ty - h * 0.16)}L${formatRoundedToTwoDecimals(tx - h * 0.05)} ${formatRoundedToTwoDecimals(ty - h * 0.09)}L${formatRoundedToTwoDecimals(tx - h * 0.08)} ${formatRoundedToTwoDecimals(ty - h * 0.52)}L${formatRoundedToTwoDecimals(tx + h * 0.02)} ${formatRoundedToTwoDecimals(ty - h * 0.1)}L${formatRoundedToTwoDecimals(tx + h * 0.27)} ${formatRoundedToTwoDecimals(ty - h * 0.34)}L${formatRoundedToTwoDecimals(tx + t * 1.7)} ${formatRoundedToTwoDecimals(ty)}C${formatRoundedToTwoDecimals(tx + t * 2)} ${formatRoundedToTwoDecimals(y - h * 0.3)} ${formatRoundedToTwoDecimals(x + t * 2.4)} ${formatRoundedToTwoDecimals(y - h * 0.15)} ${formatRoundedToTwoDecimals(x + t * 2)} ${formatRoundedToTwoDecimals(y)}Z`;
  });
  const { clip } = field;
  const wire = (points: Point[]): SceneShape => ({
    d: createPolygonPath([
      ...points,
      ...points.map(([x, y], i): Point => [x, y + field.step * 0.012 * (1 - i / points.length) + 0.6]).reverse(),
    ]),
    mix: field.side,
    clip,
  });
  return [
    wire(wires[0]!),
    wire(wires[1]!),
    { d: posts, mix: field.side, clip },
    { d: stocks, mix: field.top, clip },
  ];
}
