import { n2, type Point, smooth } from './curve.ts';
import { INK, LEAF, LEAF_DARK, PAPER, SLATE, STONE, SUN } from './inks.ts';
import type { Shape, Tones } from './press.ts';
import { disc } from './scenery.ts';

/** A bottle in the style of a poster: silhouette, one highlight, a label; (x, y) is the centre of its base. */
export function posterBottle(x: number, y: number, h: number, glass: Tones, label: Tones, mark: Tones): Shape[] {
  const r = h * 0.13;
  const half: Point[] = [
    [0.34, -1],
    [0.38, -0.98],
    [0.37, -0.92],
    [0.34, -0.9],
    [0.36, -0.72],
    [0.44, -0.68],
    [0.86, -0.61],
    [1, -0.54],
  ];
  const side = (s: number, list: Point[]): Point[] => list.map(([a, b]) => [x + s * a * r, y + b * h]);
  const right = side(1, half);
  const left = side(-1, half).reverse();
  const d = `${smooth(right)}L${n2(x + r)} ${n2(y - h * 0.02)}Q${n2(x + r)} ${n2(y)} ${n2(x + r * 0.8)} ${n2(y)}H${n2(x - r * 0.8)}Q${n2(x - r)} ${n2(y)} ${n2(x - r)} ${n2(y - h * 0.02)}${smooth(left).replace('M', 'L')}Z`;
  const cap = `M${n2(x - r * 0.37)} ${n2(y - h * 0.76)}L${n2(x - r * 0.36)} ${n2(y - h * 0.92)}L${n2(x - r * 0.36)} ${n2(y - h)}H${n2(x + r * 0.36)}V${n2(y - h * 0.92)}L${n2(x + r * 0.37)} ${n2(y - h * 0.76)}Z`;
  return [
    { d, tones: glass },
    {
      d: `M${n2(x - r * 0.72)} ${n2(y - h * 0.08)}V${n2(y - h * 0.54)}C${n2(x - r * 0.7)} ${n2(y - h * 0.6)} ${n2(x - r * 0.3)} ${n2(y - h * 0.64)} ${n2(x - r * 0.2)} ${n2(y - h * 0.72)}L${n2(x - r * 0.14)} ${n2(y - h * 0.72)}C${n2(x - r * 0.24)} ${n2(y - h * 0.62)} ${n2(x - r * 0.54)} ${n2(y - h * 0.58)} ${n2(x - r * 0.55)} ${n2(y - h * 0.53)}V${n2(y - h * 0.08)}Z`,
      tones: [0.4, 0.3, 0, 0],
    },
    { d: cap, tones: mark },
    { d: `M${n2(x - r)} ${n2(y - h * 0.44)}H${n2(x + r)}V${n2(y - h * 0.13)}H${n2(x - r)}Z`, tones: label },
    {
      d: `M${n2(x + r * 0.66)} ${n2(y - h * 0.44)}H${n2(x + r)}V${n2(y - h * 0.13)}H${n2(x + r * 0.66)}Z`,
      tones: [0.5, 0, 0.2, 0.06],
    },
    disc(x, y - h * 0.355, r * 0.42, mark),
    {
      d: `M${n2(x - r * 0.62)} ${n2(y - h * 0.25)}H${n2(x + r * 0.62)}M${n2(x - r * 0.4)} ${n2(y - h * 0.205)}H${n2(x + r * 0.4)}`,
      tones: INK,
      stroke: h * 0.012,
    },
  ];
}

/** A stemmed glass with wine in it. */
export function posterGlass(x: number, y: number, h: number, wine: Tones): Shape[] {
  const w = h * 0.22;
  const bowl = `M${n2(x - w * 0.82)} ${n2(y - h)}C${n2(x - w * 1.2)} ${n2(y - h * 0.7)} ${n2(x - w)} ${n2(y - h * 0.46)} ${n2(x)} ${n2(y - h * 0.44)}C${n2(x + w)} ${n2(y - h * 0.46)} ${n2(x + w * 1.2)} ${n2(y - h * 0.7)} ${n2(x + w * 0.82)} ${n2(y - h)}Z`;
  const level = y - h * 0.74;
  return [
    { d: bowl, tones: [0.1, 0.04, 0, 0], to: [0.3, 0.08, 0, 0] },
    {
      d: `M${n2(x - w * 1.2)} ${n2(level)}h${n2(w * 2.4)}V${n2(y - h * 0.4)}H${n2(x - w * 1.2)}Z`,
      tones: wine,
      clip: bowl,
    },
    {
      d: `M${n2(x - w * 0.98)} ${n2(level)}A${n2(w * 0.98)} ${n2(w * 0.16)} 0 0 1 ${n2(x + w * 0.98)} ${n2(level)}A${n2(w * 0.98)} ${n2(w * 0.16)} 0 0 1 ${n2(x - w * 0.98)} ${n2(level)}Z`,
      tones: wine.map((t) => t * 0.72) as unknown as Tones,
      clip: bowl,
    },
    {
      d: `M${n2(x - w * 0.62)} ${n2(y - h * 0.93)}C${n2(x - w * 0.86)} ${n2(y - h * 0.76)} ${n2(x - w * 0.74)} ${n2(y - h * 0.6)} ${n2(x - w * 0.44)} ${n2(y - h * 0.53)}`,
      tones: PAPER,
      stroke: h * 0.018,
    },
    { d: bowl, tones: SLATE, stroke: h * 0.008 },
    { d: `M${n2(x)} ${n2(y - h * 0.44)}V${n2(y - h * 0.03)}`, tones: SLATE, stroke: h * 0.018 },
    {
      d: `M${n2(x - w * 0.8)} ${n2(y)}C${n2(x - w * 0.4)} ${n2(y - h * 0.03)} ${n2(x + w * 0.4)} ${n2(y - h * 0.03)} ${n2(x + w * 0.8)} ${n2(y)}Z`,
      tones: SLATE,
    },
  ];
}

/** A bunch of grapes in the style of a poster, each berry with a highlight. */
export function posterGrapes(x: number, y: number, size: number, dark: Tones, light: Tones): Shape[] {
  const rows = [4, 5, 6, 5, 4, 3, 2, 1];
  const r = size * 0.082;
  const shapes: Shape[] = [
    {
      d: `M${n2(x)} ${n2(y - size * 0.14)}C${n2(x + size * 0.04)} ${n2(y - size * 0.06)} ${n2(x)} ${n2(y)} ${n2(x)} ${n2(y + size * 0.1)}`,
      tones: [0.5, 0.5, 0.3, 0.3],
      stroke: size * 0.03,
    },
  ];
  rows.forEach((count, row) => {
    for (let i = 0; i < count; i++) {
      const bx = x + (i - (count - 1) / 2) * r * 1.8 + (row % 2 ? r * 0.14 : -r * 0.12);
      const by = y + r * (1 + row * 1.48) + ((i * 37 + row * 11) % 5) * r * 0.06;
      shapes.push(
        disc(bx, by, r * 1.04, INK),
        disc(bx, by, r * 0.97, dark),
        disc(bx - r * 0.18, by - r * 0.2, r * 0.62, light),
        disc(bx - r * 0.36, by - r * 0.38, r * 0.16, PAPER),
      );
    }
  });
  return shapes;
}

/** A vine leaf whose veins are left unprinted. */
export function posterLeaf(
  x: number,
  y: number,
  size: number,
  turn: number,
  tones: Tones = LEAF,
  vein: Tones = LEAF_DARK,
): Shape[] {
  const a = (turn * Math.PI) / 180;
  const q = ([u, v]: Point): Point => [
    x + (u * Math.cos(a) - v * Math.sin(a)) * size,
    y + (u * Math.sin(a) + v * Math.cos(a)) * size,
  ];
  const half: Point[] = [
    [0.05, 0.02],
    [0.2, 0.1],
    [0.36, 0.05],
    [0.46, -0.1],
    [0.4, -0.2],
    [0.52, -0.36],
    [0.48, -0.52],
    [0.35, -0.52],
    [0.24, -0.6],
    [0.25, -0.78],
    [0.13, -0.84],
  ];
  const outline: Point[] = [...half, [0, -1], ...half.map(([u, v]): Point => [-u, v]).reverse()];
  const veins: Point[][] = [
    [
      [0, 0.2],
      [0, -0.86],
    ],
    [
      [0, -0.05],
      [0.4, -0.4],
    ],
    [
      [0, -0.05],
      [-0.4, -0.4],
    ],
    [
      [0, -0.03],
      [0.34, -0.04],
    ],
    [
      [0, -0.03],
      [-0.34, -0.04],
    ],
    [
      [0, -0.4],
      [0.17, -0.68],
    ],
    [
      [0, -0.4],
      [-0.17, -0.68],
    ],
  ];
  return [
    { d: smooth(outline.map(q), true), tones },
    { d: veins.map((v) => smooth(v.map(q))).join(''), tones: vein, stroke: size * 0.02 },
  ];
}

/** A wedge of cheese on a board. */
export function cheese(x: number, y: number, w: number): Shape[] {
  return [
    {
      d: `M${n2(x - w * 0.7)} ${n2(y)}H${n2(x + w * 0.72)}A${n2(w * 0.05)} ${n2(w * 0.05)} 0 0 1 ${n2(x + w * 0.72)} ${n2(y + w * 0.09)}H${n2(x - w * 0.7)}A${n2(w * 0.05)} ${n2(w * 0.05)} 0 0 1 ${n2(x - w * 0.7)} ${n2(y)}Z`,
      tones: [0.85, 0, 0.5, 0.16],
    },
    { d: `M${n2(x - w * 0.48)} ${n2(y)}L${n2(x + w * 0.34)} ${n2(y - w * 0.34)}V${n2(y)}Z`, tones: SUN },
    {
      d: `M${n2(x + w * 0.34)} ${n2(y - w * 0.34)}C${n2(x + w * 0.5)} ${n2(y - w * 0.3)} ${n2(x + w * 0.5)} ${n2(y - w * 0.1)} ${n2(x + w * 0.48)} ${n2(y)}H${n2(x + w * 0.34)}Z`,
      tones: STONE,
    },
    disc(x + w * 0.1, y - w * 0.09, w * 0.035, [0.8, 0, 0.4, 0.1]),
    disc(x - w * 0.14, y - w * 0.05, w * 0.026, [0.8, 0, 0.4, 0.1]),
    disc(x + w * 0.22, y - w * 0.2, w * 0.03, [0.8, 0, 0.4, 0.1]),
  ];
}
