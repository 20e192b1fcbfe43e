import { roundToTwoDecimals, type Point, createSmoothPath } from './curve.ts';
import { BLACK_INK_DENSITIES, LEAF_INK_DENSITIES, LEAF_DARK_INK_DENSITIES, PAPER_INK_DENSITIES, SLATE_INK_DENSITIES, STONE_INK_DENSITIES, SUN_INK_DENSITIES } from './inks.ts';
import type { SceneShape, InkDensities } from './print-scene.ts';
import { drawDisc } from './scenery.ts';

/** Draws a bottle in the style of a poster: silhouette, one highlight, a label; (x, y) is the centre of its base. */
export function drawPosterBottle(
  x: number,
  y: number,
  h: number,
  glass: InkDensities,
  label: InkDensities,
  mark: InkDensities,
): SceneShape[] {
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
  const d = `${createSmoothPath(right)}L${roundToTwoDecimals(x + r)} ${roundToTwoDecimals(y - h * 0.02)}Q${roundToTwoDecimals(x + r)} ${roundToTwoDecimals(y)} ${roundToTwoDecimals(x + r * 0.8)} ${roundToTwoDecimals(y)}H${roundToTwoDecimals(x - r * 0.8)}Q${roundToTwoDecimals(x - r)} ${roundToTwoDecimals(y)} ${roundToTwoDecimals(x - r)} ${roundToTwoDecimals(y - h * 0.02)}${createSmoothPath(left).replace('M', 'L')}Z`;
  const cap = `M${roundToTwoDecimals(x - r * 0.37)} ${roundToTwoDecimals(y - h * 0.76)}L${roundToTwoDecimals(x - r * 0.36)} ${roundToTwoDecimals(y - h * 0.92)}L${roundToTwoDecimals(x - r * 0.36)} ${roundToTwoDecimals(y - h)}H${roundToTwoDecimals(x + r * 0.36)}V${roundToTwoDecimals(y - h * 0.92)}L${roundToTwoDecimals(x + r * 0.37)} ${roundToTwoDecimals(y - h * 0.76)}Z`;
  return [
    { d, mix: glass },
    {
      d: `M${roundToTwoDecimals(x - r * 0.72)} ${roundToTwoDecimals(y - h * 0.08)}V${roundToTwoDecimals(y - h * 0.54)}C${roundToTwoDecimals(x - r * 0.7)} ${roundToTwoDecimals(y - h * 0.6)} ${roundToTwoDecimals(x - r * 0.3)} ${roundToTwoDecimals(y - h * 0.64)} ${roundToTwoDecimals(x - r * 0.2)} ${roundToTwoDecimals(y - h * 0.72)}L${roundToTwoDecimals(x - r * 0.14)} ${roundToTwoDecimals(y - h * 0.72)}C${roundToTwoDecimals(x - r * 0.24)} ${roundToTwoDecimals(y - h * 0.62)} ${roundToTwoDecimals(x - r * 0.54)} ${roundToTwoDecimals(y - h * 0.58)} ${roundToTwoDecimals(x - r * 0.55)} ${roundToTwoDecimals(y - h * 0.53)}V${roundToTwoDecimals(y - h * 0.08)}Z`,
      mix: [0.4, 0.3, 0, 0],
    },
    { d: cap, mix: mark },
    {
      d: `M${roundToTwoDecimals(x - r)} ${roundToTwoDecimals(y - h * 0.44)}H${roundToTwoDecimals(x + r)}V${roundToTwoDecimals(y - h * 0.13)}H${roundToTwoDecimals(x - r)}Z`,
      mix: label,
    },
    {
      d: `M${roundToTwoDecimals(x + r * 0.66)} ${roundToTwoDecimals(y - h * 0.44)}H${roundToTwoDecimals(x + r)}V${roundToTwoDecimals(y - h * 0.13)}H${roundToTwoDecimals(x + r * 0.66)}Z`,
      mix: [0.5, 0, 0.2, 0.06],
    },
    drawDisc(x, y - h * 0.355, r * 0.42, mark),
    {
      d: `M${roundToTwoDecimals(x - r * 0.62)} ${roundToTwoDecimals(y - h * 0.25)}H${roundToTwoDecimals(x + r * 0.62)}M${roundToTwoDecimals(x - r * 0.4)} ${roundToTwoDecimals(y - h * 0.205)}H${roundToTwoDecimals(x + r * 0.4)}`,
      mix: BLACK_INK_DENSITIES,
      stroke: h * 0.012,
    },
  ];
}

/** Draws a stemmed glass with wine in it. */
export function drawPosterGlass(x: number, y: number, h: number, wine: InkDensities): SceneShape[] {
  const w = h * 0.22;
  const bowl = `M${roundToTwoDecimals(x - w * 0.82)} ${roundToTwoDecimals(y - h)}C${roundToTwoDecimals(x - w * 1.2)} ${roundToTwoDecimals(y - h * 0.7)} ${roundToTwoDecimals(x - w)} ${roundToTwoDecimals(y - h * 0.46)} ${roundToTwoDecimals(x)} ${roundToTwoDecimals(y - h * 0.44)}C${roundToTwoDecimals(x + w)} ${roundToTwoDecimals(y - h * 0.46)} ${roundToTwoDecimals(x + w * 1.2)} ${roundToTwoDecimals(y - h * 0.7)} ${roundToTwoDecimals(x + w * 0.82)} ${roundToTwoDecimals(y - h)}Z`;
  const level = y - h * 0.74;
  return [
    { d: bowl, mix: [0.1, 0.04, 0, 0], to: [0.3, 0.08, 0, 0] },
    {
      d: `M${roundToTwoDecimals(x - w * 1.2)} ${roundToTwoDecimals(level)}h${roundToTwoDecimals(w * 2.4)}V${roundToTwoDecimals(y - h * 0.4)}H${roundToTwoDecimals(x - w * 1.2)}Z`,
      mix: wine,
      clip: bowl,
    },
    {
      d: `M${roundToTwoDecimals(x - w * 0.98)} ${roundToTwoDecimals(level)}A${roundToTwoDecimals(w * 0.98)} ${roundToTwoDecimals(w * 0.16)} 0 0 1 ${roundToTwoDecimals(x + w * 0.98)} ${roundToTwoDecimals(level)}A${roundToTwoDecimals(w * 0.98)} ${roundToTwoDecimals(w * 0.16)} 0 0 1 ${roundToTwoDecimals(x - w * 0.98)} ${roundToTwoDecimals(level)}Z`,
      mix: wine.map((t) => t * 0.72) as unknown as InkDensities,
      clip: bowl,
    },
    {
      d: `M${roundToTwoDecimals(x - w * 0.62)} ${roundToTwoDecimals(y - h * 0.93)}C${roundToTwoDecimals(x - w * 0.86)} ${roundToTwoDecimals(y - h * 0.76)} ${roundToTwoDecimals(x - w * 0.74)} ${roundToTwoDecimals(y - h * 0.6)} ${roundToTwoDecimals(x - w * 0.44)} ${roundToTwoDecimals(y - h * 0.53)}`,
      mix: PAPER_INK_DENSITIES,
      stroke: h * 0.018,
    },
    { d: bowl, mix: SLATE_INK_DENSITIES, stroke: h * 0.008 },
    {
      d: `M${roundToTwoDecimals(x)} ${roundToTwoDecimals(y - h * 0.44)}V${roundToTwoDecimals(y - h * 0.03)}`,
      mix: SLATE_INK_DENSITIES,
      stroke: h * 0.018,
    },
    {
      d: `M${roundToTwoDecimals(x - w * 0.8)} ${roundToTwoDecimals(y)}C${roundToTwoDecimals(x - w * 0.4)} ${roundToTwoDecimals(y - h * 0.03)} ${roundToTwoDecimals(x + w * 0.4)} ${roundToTwoDecimals(y - h * 0.03)} ${roundToTwoDecimals(x + w * 0.8)} ${roundToTwoDecimals(y)}Z`,
      mix: SLATE_INK_DENSITIES,
    },
  ];
}

/** Draws a bunch of grapes in the style of a poster, each berry with a highlight. */
export function drawPosterGrapes(x: number, y: number, size: number, dark: InkDensities, light: InkDensities): SceneShape[] {
  const rows = [4, 5, 6, 5, 4, 3, 2, 1];
  const r = size * 0.082;
  const shapes: SceneShape[] = [
    {
      d: `M${roundToTwoDecimals(x)} ${roundToTwoDecimals(y - size * 0.14)}C${roundToTwoDecimals(x + size * 0.04)} ${roundToTwoDecimals(y - size * 0.06)} ${roundToTwoDecimals(x)} ${roundToTwoDecimals(y)} ${roundToTwoDecimals(x)} ${roundToTwoDecimals(y + size * 0.1)}`,
      mix: [0.5, 0.5, 0.3, 0.3],
      stroke: size * 0.03,
    },
  ];
  rows.forEach((count, row) => {
    for (let i = 0; i < count; i++) {
      const bx = x + (i - (count - 1) / 2) * r * 1.8 + (row % 2 ? r * 0.14 : -r * 0.12);
      const by = y + r * (1 + row * 1.48) + ((i * 37 + row * 11) % 5) * r * 0.06;
      shapes.push(
        drawDisc(bx, by, r * 1.04, BLACK_INK_DENSITIES),
        drawDisc(bx, by, r * 0.97, dark),
        drawDisc(bx - r * 0.18, by - r * 0.2, r * 0.62, light),
        drawDisc(bx - r * 0.36, by - r * 0.38, r * 0.16, PAPER_INK_DENSITIES),
      );
    }
  });
  return shapes;
}

/** Draws a vine leaf whose veins are left unprinted. */
export function drawPosterLeaf(
  x: number,
  y: number,
  size: number,
  turn: number,
  mix: InkDensities = LEAF_INK_DENSITIES,
  vein: InkDensities = LEAF_DARK_INK_DENSITIES,
): SceneShape[] {
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
    { d: createSmoothPath(outline.map(q), true), mix },
    { d: veins.map((v) => createSmoothPath(v.map(q))).join(''), mix: vein, stroke: size * 0.02 },
  ];
}

/** Draws a wedge of cheese on a board. */
export function drawCheese(x: number, y: number, w: number): SceneShape[] {
  return [
    {
      d: `M${roundToTwoDecimals(x - w * 0.7)} ${roundToTwoDecimals(y)}H${roundToTwoDecimals(x + w * 0.72)}A${roundToTwoDecimals(w * 0.05)} ${roundToTwoDecimals(w * 0.05)} 0 0 1 ${roundToTwoDecimals(x + w * 0.72)} ${roundToTwoDecimals(y + w * 0.09)}H${roundToTwoDecimals(x - w * 0.7)}A${roundToTwoDecimals(w * 0.05)} ${roundToTwoDecimals(w * 0.05)} 0 0 1 ${roundToTwoDecimals(x - w * 0.7)} ${roundToTwoDecimals(y)}Z`,
      mix: [0.85, 0, 0.5, 0.16],
    },
    {
      d: `M${roundToTwoDecimals(x - w * 0.48)} ${roundToTwoDecimals(y)}L${roundToTwoDecimals(x + w * 0.34)} ${roundToTwoDecimals(y - w * 0.34)}V${roundToTwoDecimals(y)}Z`,
      mix: SUN_INK_DENSITIES,
    },
    {
      d: `M${roundToTwoDecimals(x + w * 0.34)} ${roundToTwoDecimals(y - w * 0.34)}C${roundToTwoDecimals(x + w * 0.5)} ${roundToTwoDecimals(y - w * 0.3)} ${roundToTwoDecimals(x + w * 0.5)} ${roundToTwoDecimals(y - w * 0.1)} ${roundToTwoDecimals(x + w * 0.48)} ${roundToTwoDecimals(y)}H${roundToTwoDecimals(x + w * 0.34)}Z`,
      mix: STONE_INK_DENSITIES,
    },
    drawDisc(x + w * 0.1, y - w * 0.09, w * 0.035, [0.8, 0, 0.4, 0.1]),
    drawDisc(x - w * 0.14, y - w * 0.05, w * 0.026, [0.8, 0, 0.4, 0.1]),
    drawDisc(x + w * 0.22, y - w * 0.2, w * 0.03, [0.8, 0, 0.4, 0.1]),
  ];
}
