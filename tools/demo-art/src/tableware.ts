import { formatRoundedToTwoDecimals, type Point, createSmoothPath } from './curve.ts';
import { BLACK_COLOUR_INK_DENSITIES, LEAF_COLOUR_INK_DENSITIES, DARK_LEAF_COLOUR_INK_DENSITIES, PAPER_COLOUR_INK_DENSITIES, SLATE_COLOUR_INK_DENSITIES, STONE_COLOUR_INK_DENSITIES, SUN_COLOUR_INK_DENSITIES } from './inks.ts';
import type { SceneShape, InkDensities } from './print-scene.ts';
import { drawDiscShape } from './scenery.ts';

/** Draws a bottle in the style of a poster: silhouette, one highlight, a label; (x, y) is the centre of its base. */
export function drawPosterBottleShapes(
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
  const d = `${createSmoothPath(right)}L${formatRoundedToTwoDecimals(x + r)} ${formatRoundedToTwoDecimals(y - h * 0.02)}Q${formatRoundedToTwoDecimals(x + r)} ${formatRoundedToTwoDecimals(y)} ${formatRoundedToTwoDecimals(x + r * 0.8)} ${formatRoundedToTwoDecimals(y)}H${formatRoundedToTwoDecimals(x - r * 0.8)}Q${formatRoundedToTwoDecimals(x - r)} ${formatRoundedToTwoDecimals(y)} ${formatRoundedToTwoDecimals(x - r)} ${formatRoundedToTwoDecimals(y - h * 0.02)}${createSmoothPath(left).replace('M', 'L')}Z`;
  const cap = `M${formatRoundedToTwoDecimals(x - r * 0.37)} ${formatRoundedToTwoDecimals(y - h * 0.76)}L${formatRoundedToTwoDecimals(x - r * 0.36)} ${formatRoundedToTwoDecimals(y - h * 0.92)}L${formatRoundedToTwoDecimals(x - r * 0.36)} ${formatRoundedToTwoDecimals(y - h)}H${formatRoundedToTwoDecimals(x + r * 0.36)}V${formatRoundedToTwoDecimals(y - h * 0.92)}L${formatRoundedToTwoDecimals(x + r * 0.37)} ${formatRoundedToTwoDecimals(y - h * 0.76)}Z`;
  return [
    { d, mix: glass },
    {
      d: `M${formatRoundedToTwoDecimals(x - r * 0.72)} ${formatRoundedToTwoDecimals(y - h * 0.08)}V${formatRoundedToTwoDecimals(y - h * 0.54)}C${formatRoundedToTwoDecimals(x - r * 0.7)} ${formatRoundedToTwoDecimals(y - h * 0.6)} ${formatRoundedToTwoDecimals(x - r * 0.3)} ${formatRoundedToTwoDecimals(y - h * 0.64)} ${formatRoundedToTwoDecimals(x - r * 0.2)} ${formatRoundedToTwoDecimals(y - h * 0.72)}L${formatRoundedToTwoDecimals(x - r * 0.14)} ${formatRoundedToTwoDecimals(y - h * 0.72)}C${formatRoundedToTwoDecimals(x - r * 0.24)} ${formatRoundedToTwoDecimals(y - h * 0.62)} ${formatRoundedToTwoDecimals(x - r * 0.54)} ${formatRoundedToTwoDecimals(y - h * 0.58)} ${formatRoundedToTwoDecimals(x - r * 0.55)} ${formatRoundedToTwoDecimals(y - h * 0.53)}V${formatRoundedToTwoDecimals(y - h * 0.08)}Z`,
      mix: [0.4, 0.3, 0, 0],
    },
    { d: cap, mix: mark },
    {
      d: `M${formatRoundedToTwoDecimals(x - r)} ${formatRoundedToTwoDecimals(y - h * 0.44)}H${formatRoundedToTwoDecimals(x + r)}V${formatRoundedToTwoDecimals(y - h * 0.13)}H${formatRoundedToTwoDecimals(x - r)}Z`,
      mix: label,
    },
    {
      d: `M${formatRoundedToTwoDecimals(x + r * 0.66)} ${formatRoundedToTwoDecimals(y - h * 0.44)}H${formatRoundedToTwoDecimals(x + r)}V${formatRoundedToTwoDecimals(y - h * 0.13)}H${formatRoundedToTwoDecimals(x + r * 0.66)}Z`,
      mix: [0.5, 0, 0.2, 0.06],
    },
    drawDiscShape(x, y - h * 0.355, r * 0.42, mark),
    {
      d: `M${formatRoundedToTwoDecimals(x - r * 0.62)} ${formatRoundedToTwoDecimals(y - h * 0.25)}H${formatRoundedToTwoDecimals(x + r * 0.62)}M${formatRoundedToTwoDecimals(x - r * 0.4)} ${formatRoundedToTwoDecimals(y - h * 0.205)}H${formatRoundedToTwoDecimals(x + r * 0.4)}`,
      mix: BLACK_COLOUR_INK_DENSITIES,
      stroke: h * 0.012,
    },
  ];
}

/** Draws a stemmed glass with wine in it. */
export function drawPosterGlassShapes(x: number, y: number, h: number, wine: InkDensities): SceneShape[] {
  const w = h * 0.22;
  const bowl = `M${formatRoundedToTwoDecimals(x - w * 0.82)} ${formatRoundedToTwoDecimals(y - h)}C${formatRoundedToTwoDecimals(x - w * 1.2)} ${formatRoundedToTwoDecimals(y - h * 0.7)} ${formatRoundedToTwoDecimals(x - w)} ${formatRoundedToTwoDecimals(y - h * 0.46)} ${formatRoundedToTwoDecimals(x)} ${formatRoundedToTwoDecimals(y - h * 0.44)}C${formatRoundedToTwoDecimals(x + w)} ${formatRoundedToTwoDecimals(y - h * 0.46)} ${formatRoundedToTwoDecimals(x + w * 1.2)} ${formatRoundedToTwoDecimals(y - h * 0.7)} ${formatRoundedToTwoDecimals(x + w * 0.82)} ${formatRoundedToTwoDecimals(y - h)}Z`;
  const level = y - h * 0.74;
  return [
    { d: bowl, mix: [0.1, 0.04, 0, 0], to: [0.3, 0.08, 0, 0] },
    {
      d: `M${formatRoundedToTwoDecimals(x - w * 1.2)} ${formatRoundedToTwoDecimals(level)}h${formatRoundedToTwoDecimals(w * 2.4)}V${formatRoundedToTwoDecimals(y - h * 0.4)}H${formatRoundedToTwoDecimals(x - w * 1.2)}Z`,
      mix: wine,
      clip: bowl,
    },
    {
      d: `M${formatRoundedToTwoDecimals(x - w * 0.98)} ${formatRoundedToTwoDecimals(level)}A${formatRoundedToTwoDecimals(w * 0.98)} ${formatRoundedToTwoDecimals(w * 0.16)} 0 0 1 ${formatRoundedToTwoDecimals(x + w * 0.98)} ${formatRoundedToTwoDecimals(level)}A${formatRoundedToTwoDecimals(w * 0.98)} ${formatRoundedToTwoDecimals(w * 0.16)} 0 0 1 ${formatRoundedToTwoDecimals(x - w * 0.98)} ${formatRoundedToTwoDecimals(level)}Z`,
      mix: wine.map((t) => t * 0.72) as unknown as InkDensities,
      clip: bowl,
    },
    {
      d: `M${formatRoundedToTwoDecimals(x - w * 0.62)} ${formatRoundedToTwoDecimals(y - h * 0.93)}C${formatRoundedToTwoDecimals(x - w * 0.86)} ${formatRoundedToTwoDecimals(y - h * 0.76)} ${formatRoundedToTwoDecimals(x - w * 0.74)} ${formatRoundedToTwoDecimals(y - h * 0.6)} ${formatRoundedToTwoDecimals(x - w * 0.44)} ${formatRoundedToTwoDecimals(y - h * 0.53)}`,
      mix: PAPER_COLOUR_INK_DENSITIES,
      stroke: h * 0.018,
    },
    { d: bowl, mix: SLATE_COLOUR_INK_DENSITIES, stroke: h * 0.008 },
    {
      d: `M${formatRoundedToTwoDecimals(x)} ${formatRoundedToTwoDecimals(y - h * 0.44)}V${formatRoundedToTwoDecimals(y - h * 0.03)}`,
      mix: SLATE_COLOUR_INK_DENSITIES,
      stroke: h * 0.018,
    },
    {
      d: `M${formatRoundedToTwoDecimals(x - w * 0.8)} ${formatRoundedToTwoDecimals(y)}C${formatRoundedToTwoDecimals(x - w * 0.4)} ${formatRoundedToTwoDecimals(y - h * 0.03)} ${formatRoundedToTwoDecimals(x + w * 0.4)} ${formatRoundedToTwoDecimals(y - h * 0.03)} ${formatRoundedToTwoDecimals(x + w * 0.8)} ${formatRoundedToTwoDecimals(y)}Z`,
      mix: SLATE_COLOUR_INK_DENSITIES,
    },
  ];
}

/** Draws a bunch of grapes in the style of a poster, each berry with a highlight. */
export function drawPosterGrapesShapes(x: number, y: number, size: number, dark: InkDensities, light: InkDensities): SceneShape[] {
  const rows = [4, 5, 6, 5, 4, 3, 2, 1];
  const r = size * 0.082;
  const shapes: SceneShape[] = [
    {
      d: `M${formatRoundedToTwoDecimals(x)} ${formatRoundedToTwoDecimals(y - size * 0.14)}C${formatRoundedToTwoDecimals(x + size * 0.04)} ${formatRoundedToTwoDecimals(y - size * 0.06)} ${formatRoundedToTwoDecimals(x)} ${formatRoundedToTwoDecimals(y)} ${formatRoundedToTwoDecimals(x)} ${formatRoundedToTwoDecimals(y + size * 0.1)}`,
      mix: [0.5, 0.5, 0.3, 0.3],
      stroke: size * 0.03,
    },
  ];
  rows.forEach((count, row) => {
    for (let i = 0; i < count; i++) {
      const bx = x + (i - (count - 1) / 2) * r * 1.8 + (row % 2 ? r * 0.14 : -r * 0.12);
      const by = y + r * (1 + row * 1.48) + ((i * 37 + row * 11) % 5) * r * 0.06;
      shapes.push(
        drawDiscShape(bx, by, r * 1.04, BLACK_COLOUR_INK_DENSITIES),
        drawDiscShape(bx, by, r * 0.97, dark),
        drawDiscShape(bx - r * 0.18, by - r * 0.2, r * 0.62, light),
        drawDiscShape(bx - r * 0.36, by - r * 0.38, r * 0.16, PAPER_COLOUR_INK_DENSITIES),
      );
    }
  });
  return shapes;
}

/** Draws a vine leaf with veins in a second ink. */
export function drawPosterLeafShapes(
  x: number,
  y: number,
  size: number,
  turn: number,
  mix: InkDensities = LEAF_COLOUR_INK_DENSITIES,
  vein: InkDensities = DARK_LEAF_COLOUR_INK_DENSITIES,
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
export function drawCheeseShapes(x: number, y: number, w: number): SceneShape[] {
  return [
    {
      d: `M${formatRoundedToTwoDecimals(x - w * 0.7)} ${formatRoundedToTwoDecimals(y)}H${formatRoundedToTwoDecimals(x + w * 0.72)}A${formatRoundedToTwoDecimals(w * 0.05)} ${formatRoundedToTwoDecimals(w * 0.05)} 0 0 1 ${formatRoundedToTwoDecimals(x + w * 0.72)} ${formatRoundedToTwoDecimals(y + w * 0.09)}H${formatRoundedToTwoDecimals(x - w * 0.7)}A${formatRoundedToTwoDecimals(w * 0.05)} ${formatRoundedToTwoDecimals(w * 0.05)} 0 0 1 ${formatRoundedToTwoDecimals(x - w * 0.7)} ${formatRoundedToTwoDecimals(y)}Z`,
      mix: [0.85, 0, 0.5, 0.16],
    },
    {
      d: `M${formatRoundedToTwoDecimals(x - w * 0.48)} ${formatRoundedToTwoDecimals(y)}L${formatRoundedToTwoDecimals(x + w * 0.34)} ${formatRoundedToTwoDecimals(y - w * 0.34)}V${formatRoundedToTwoDecimals(y)}Z`,
      mix: SUN_COLOUR_INK_DENSITIES,
    },
    {
      d: `M${formatRoundedToTwoDecimals(x + w * 0.34)} ${formatRoundedToTwoDecimals(y - w * 0.34)}C${formatRoundedToTwoDecimals(x + w * 0.5)} ${formatRoundedToTwoDecimals(y - w * 0.3)} ${formatRoundedToTwoDecimals(x + w * 0.5)} ${formatRoundedToTwoDecimals(y - w * 0.1)} ${formatRoundedToTwoDecimals(x + w * 0.48)} ${formatRoundedToTwoDecimals(y)}H${formatRoundedToTwoDecimals(x + w * 0.34)}Z`,
      mix: STONE_COLOUR_INK_DENSITIES,
    },
    drawDiscShape(x + w * 0.1, y - w * 0.09, w * 0.035, [0.8, 0, 0.4, 0.1]),
    drawDiscShape(x - w * 0.14, y - w * 0.05, w * 0.026, [0.8, 0, 0.4, 0.1]),
    drawDiscShape(x + w * 0.22, y - w * 0.2, w * 0.03, [0.8, 0, 0.4, 0.1]),
  ];
}
