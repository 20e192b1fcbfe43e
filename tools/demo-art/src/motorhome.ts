import { formatRoundedToTwoDecimals, createPolygonPath } from './curve.ts';
import {
  CLAY_COLOUR_INK_DENSITIES,
  BLACK_COLOUR_INK_DENSITIES,
  DARK_LEAF_COLOUR_INK_DENSITIES,
  OAK_COLOUR_INK_DENSITIES,
  DEEP_OAK_COLOUR_INK_DENSITIES,
  PAPER_COLOUR_INK_DENSITIES,
  SLATE_COLOUR_INK_DENSITIES,
  LIGHT_SLATE_COLOUR_INK_DENSITIES,
  STONE_COLOUR_INK_DENSITIES,
  SHADED_STONE_COLOUR_INK_DENSITIES,
  SUN_COLOUR_INK_DENSITIES,
} from './inks.ts';
import type { SceneShape } from './print-scene.ts';
import { drawBoxShape, drawDiscShape } from './scenery.ts';

/** Draws a motorhome seen from the side with its cab on the left; (x, y) is its lower left corner. */
export function drawMotorhomeShapes(x: number, y: number, w: number, hasAwning = true): SceneShape[] {
  const h = w * 0.43;
  const p = (dx: number, dy: number): string => `${formatRoundedToTwoDecimals(x + dx * w)} ${formatRoundedToTwoDecimals(y - dy * w)}`;
  const body = `M${p(0.02, 0.08)}L${p(0.03, 0.17)}L${p(0.1, 0.28)}C${p(0.07, 0.33)} ${p(0.07, 0.43)} ${p(0.13, 0.43)}H${formatRoundedToTwoDecimals(x + 0.97 * w)}C${p(0.995, 0.43)} ${p(1, 0.41)} ${p(1, 0.38)}V${formatRoundedToTwoDecimals(y - 0.08 * w)}Z`;
  const shapes: SceneShape[] = [
    { d: body, mix: PAPER_COLOUR_INK_DENSITIES, to: STONE_COLOUR_INK_DENSITIES },
    {
      d: `M${p(0.02, 0.08)}L${p(0.028, 0.155)}H${formatRoundedToTwoDecimals(x + w)}V${formatRoundedToTwoDecimals(y - 0.08 * w)}Z`,
      mix: SHADED_STONE_COLOUR_INK_DENSITIES,
    },
    {
      d: `M${p(0.03, 0.175)}H${formatRoundedToTwoDecimals(x + w)}V${formatRoundedToTwoDecimals(y - 0.195 * w)}H${formatRoundedToTwoDecimals(x + 0.045 * w)}Z`,
      mix: CLAY_COLOUR_INK_DENSITIES,
    },
    {
      d: `M${p(0.05, 0.2)}L${p(0.115, 0.28)}H${formatRoundedToTwoDecimals(x + 0.2 * w)}V${formatRoundedToTwoDecimals(y - 0.2 * w)}Z`,
      mix: SLATE_COLOUR_INK_DENSITIES,
    },
    {
      d: `M${p(0.09, 0.235)}L${p(0.125, 0.275)}H${formatRoundedToTwoDecimals(x + 0.145 * w)}L${p(0.11, 0.235)}Z`,
      mix: LIGHT_SLATE_COLOUR_INK_DENSITIES,
    },
    drawBoxShape(x + w * 0.13, y - h * 0.9, w * 0.14, h * 0.17, SLATE_COLOUR_INK_DENSITIES),
    drawBoxShape(x + w * 0.42, y - h * 0.78, w * 0.16, h * 0.24, SLATE_COLOUR_INK_DENSITIES),
    drawBoxShape(x + w * 0.43, y - h * 0.76, w * 0.06, h * 0.2, [0.8, 0, 0.1, 0.1]),
    drawBoxShape(x + w * 0.83, y - h * 0.78, w * 0.1, h * 0.22, SLATE_COLOUR_INK_DENSITIES),
    {
      d: `M${p(0.65, 0.1)}V${formatRoundedToTwoDecimals(y - h * 0.82)}H${formatRoundedToTwoDecimals(x + 0.75 * w)}V${formatRoundedToTwoDecimals(y - 0.1 * w)}Z`,
      mix: STONE_COLOUR_INK_DENSITIES,
      to: STONE_COLOUR_INK_DENSITIES,
    },
    {
      d: `M${p(0.65, 0.1)}V${formatRoundedToTwoDecimals(y - h * 0.82)}H${formatRoundedToTwoDecimals(x + 0.75 * w)}V${formatRoundedToTwoDecimals(y - 0.1 * w)}`,
      mix: LIGHT_SLATE_COLOUR_INK_DENSITIES,
      stroke: w * 0.004,
    },
    drawBoxShape(x + w * 0.67, y - h * 0.74, w * 0.06, h * 0.2, SLATE_COLOUR_INK_DENSITIES),
    {
      d: `M${p(0.5, 0.43)}h${formatRoundedToTwoDecimals(w * 0.12)}l${formatRoundedToTwoDecimals(-w * 0.012)} ${formatRoundedToTwoDecimals(-w * 0.022)}h${formatRoundedToTwoDecimals(-w * 0.096)}Z`,
      mix: SHADED_STONE_COLOUR_INK_DENSITIES,
    },
  ];
  for (const k of [0.17, 0.8]) {
    const [cx, cy, r] = [x + w * k, y - w * 0.058, w * 0.062];
    shapes.push({
      d: `M${formatRoundedToTwoDecimals(cx - r * 1.3)} ${formatRoundedToTwoDecimals(y - w * 0.08)}A${formatRoundedToTwoDecimals(r * 1.3)} ${formatRoundedToTwoDecimals(r * 1.3)} 0 0 1 ${formatRoundedToTwoDecimals(cx + r * 1.3)} ${formatRoundedToTwoDecimals(y - w * 0.08)}Z`,
      mix: BLACK_COLOUR_INK_DENSITIES,
    });
    shapes.push(drawDiscShape(cx, cy, r, BLACK_COLOUR_INK_DENSITIES), drawDiscShape(cx, cy, r * 0.5, SHADED_STONE_COLOUR_INK_DENSITIES));
  }
  if (hasAwning) {
    const a = [x + w * 0.36, y - h * 0.98] as const;
    const stripes = Array.from({ length: 7 }, (_, i) => {
      const u = i / 7;
      const v = (i + 1) / 7;
      return { u, v, isOdd: i % 2 === 1 };
    });
    for (const { u, v, isOdd } of stripes) {
      shapes.push({
        d: createPolygonPath([
          [a[0] + u * w * 0.5, a[1]],
          [a[0] + v * w * 0.5, a[1]],
          [a[0] - w * 0.04 + v * w * 0.58, a[1] + h * 0.26],
          [a[0] - w * 0.04 + u * w * 0.58, a[1] + h * 0.26],
        ]),
        mix: isOdd ? PAPER_COLOUR_INK_DENSITIES : SUN_COLOUR_INK_DENSITIES,
      });
    }
    shapes.push({
      d: `M${formatRoundedToTwoDecimals(a[0] - w * 0.03)} ${formatRoundedToTwoDecimals(a[1] + h * 0.26)}V${formatRoundedToTwoDecimals(y + h * 0.1)}M${formatRoundedToTwoDecimals(a[0] + w * 0.53)} ${formatRoundedToTwoDecimals(a[1] + h * 0.26)}V${formatRoundedToTwoDecimals(y + h * 0.1)}`,
      mix: LIGHT_SLATE_COLOUR_INK_DENSITIES,
      stroke: w * 0.007,
    });
  }
  return shapes;
}

/** Draws a folding table with a bottle, and two chairs. */
export function drawCampTableShapes(x: number, y: number, w: number): SceneShape[] {
  const bottle = (bx: number): string =>
    `M${formatRoundedToTwoDecimals(bx - w * 0.028)} ${formatRoundedToTwoDecimals(y - w * 0.42)}v${formatRoundedToTwoDecimals(-w * 0.14)}c0 ${formatRoundedToTwoDecimals(-w * 0.03)} ${formatRoundedToTwoDecimals(w * 0.018)} ${formatRoundedToTwoDecimals(-w * 0.03)} ${formatRoundedToTwoDecimals(w * 0.018)} ${formatRoundedToTwoDecimals(-w * 0.1)}h${formatRoundedToTwoDecimals(w * 0.02)}c0 ${formatRoundedToTwoDecimals(w * 0.07)} ${formatRoundedToTwoDecimals(w * 0.018)} ${formatRoundedToTwoDecimals(w * 0.07)} ${formatRoundedToTwoDecimals(w * 0.018)} ${formatRoundedToTwoDecimals(w * 0.1)}v${formatRoundedToTwoDecimals(w * 0.14)}Z`;
  const chair = (cx: number, s: number): SceneShape[] => [
    {
      d: `M${formatRoundedToTwoDecimals(cx - s * w * 0.02)} ${formatRoundedToTwoDecimals(y - w * 0.24)}L${formatRoundedToTwoDecimals(cx - s * w * 0.1)} ${formatRoundedToTwoDecimals(y - w * 0.56)}`,
      mix: CLAY_COLOUR_INK_DENSITIES,
      stroke: w * 0.05,
    },
    {
      d: `M${formatRoundedToTwoDecimals(cx - s * w * 0.04)} ${formatRoundedToTwoDecimals(y - w * 0.24)}H${formatRoundedToTwoDecimals(cx + s * w * 0.2)}`,
      mix: CLAY_COLOUR_INK_DENSITIES,
      stroke: w * 0.05,
    },
    {
      d: `M${formatRoundedToTwoDecimals(cx - s * w * 0.04)} ${formatRoundedToTwoDecimals(y)}L${formatRoundedToTwoDecimals(cx + s * w * 0.18)} ${formatRoundedToTwoDecimals(y - w * 0.24)}M${formatRoundedToTwoDecimals(cx + s * w * 0.18)} ${formatRoundedToTwoDecimals(y)}L${formatRoundedToTwoDecimals(cx - s * w * 0.06)} ${formatRoundedToTwoDecimals(y - w * 0.24)}`,
      mix: BLACK_COLOUR_INK_DENSITIES,
      stroke: w * 0.016,
    },
  ];
  return [
    ...chair(x - w * 0.62, 1),
    ...chair(x + w * 0.62, -1),
    {
      d: `M${formatRoundedToTwoDecimals(x - w * 0.32)} ${formatRoundedToTwoDecimals(y)}L${formatRoundedToTwoDecimals(x + w * 0.26)} ${formatRoundedToTwoDecimals(y - w * 0.4)}M${formatRoundedToTwoDecimals(x + w * 0.32)} ${formatRoundedToTwoDecimals(y)}L${formatRoundedToTwoDecimals(x - w * 0.26)} ${formatRoundedToTwoDecimals(y - w * 0.4)}`,
      mix: DEEP_OAK_COLOUR_INK_DENSITIES,
      stroke: w * 0.024,
    },
    drawBoxShape(x - w * 0.4, y - w * 0.43, w * 0.8, w * 0.045, OAK_COLOUR_INK_DENSITIES),
    { d: bottle(x - w * 0.06), mix: DARK_LEAF_COLOUR_INK_DENSITIES },
    {
      d: `M${formatRoundedToTwoDecimals(x + w * 0.1)} ${formatRoundedToTwoDecimals(y - w * 0.43)}v${formatRoundedToTwoDecimals(-w * 0.07)}m${formatRoundedToTwoDecimals(-w * 0.035)} ${formatRoundedToTwoDecimals(-w * 0.08)}a${formatRoundedToTwoDecimals(w * 0.035)} ${formatRoundedToTwoDecimals(w * 0.08)} 0 0 0 ${formatRoundedToTwoDecimals(w * 0.07)} 0`,
      mix: BLACK_COLOUR_INK_DENSITIES,
      stroke: w * 0.012,
    },
  ];
}
