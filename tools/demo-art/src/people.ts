import { formatRoundedToTwoDecimals } from './curve.ts';
import { BLACK_COLOUR_INK_DENSITIES, OAK_COLOUR_INK_DENSITIES, DEEP_OAK_COLOUR_INK_DENSITIES, PAPER_COLOUR_INK_DENSITIES, SLATE_COLOUR_INK_DENSITIES, SUN_COLOUR_INK_DENSITIES, THIRD_COLOUR_INK_DENSITIES } from './inks.ts';
import type { SceneShape, InkDensities } from './print-scene.ts';
import { drawDiscShape } from './scenery.ts';

/** Draws a grape picker bent over the vines with a basket; (x, y) is the position of the feet. */
export function drawGrapePickerShapes(
  x: number,
  y: number,
  tall: number,
  isMirrored: boolean,
  shirt: InkDensities = PAPER_COLOUR_INK_DENSITIES,
): SceneShape[] {
  const s = isMirrored ? -1 : 1;
  const p = (dx: number, dy: number): string =>
    `${formatRoundedToTwoDecimals(x + s * dx * tall)} ${formatRoundedToTwoDecimals(y - dy * tall)}`;
  const at = (dx: number, dy: number): [number, number] => [x + s * dx * tall, y - dy * tall];
  const [hx, hy] = at(0.2, 0.86);
  return [
    {
      d: `M${p(-0.13, 0)}L${p(-0.1, 0.46)}L${p(0.1, 0.46)}L${p(0.1, 0)}L${p(0.02, 0)}L${p(0, 0.34)}L${p(-0.04, 0)}Z`,
      mix: SLATE_COLOUR_INK_DENSITIES,
    },
    {
      d: `M${p(-0.13, 0.42)}C${p(-0.16, 0.62)} ${p(-0.06, 0.78)} ${p(0.1, 0.8)}C${p(0.2, 0.8)} ${p(0.22, 0.72)} ${p(0.18, 0.64)}L${p(0.1, 0.42)}Z`,
      mix: shirt,
      to: [0.4, 0, 0.2, 0],
    },
    { d: `M${p(0.12, 0.72)}L${p(0.3, 0.52)}L${p(0.42, 0.56)}`, mix: [0.5, 0, 0.5, 0.1], stroke: tall * 0.055 },
    {
      d: `M${p(-0.16, 0.5)}L${p(-0.36, 0.54)}L${p(-0.3, 0.92)}L${p(-0.06, 0.86)}Z`,
      mix: OAK_COLOUR_INK_DENSITIES,
      to: DEEP_OAK_COLOUR_INK_DENSITIES,
    },
    {
      d: `M${p(-0.33, 0.66)}L${p(-0.13, 0.62)}M${p(-0.31, 0.8)}L${p(-0.1, 0.75)}`,
      mix: DEEP_OAK_COLOUR_INK_DENSITIES,
      stroke: tall * 0.018,
    },
    { d: `M${p(-0.31, 0.91)}C${p(-0.26, 1)} ${p(-0.12, 0.96)} ${p(-0.06, 0.86)}Z`, mix: THIRD_COLOUR_INK_DENSITIES },
    drawDiscShape(hx, hy, tall * 0.075, [0.6, 0, 0.5, 0.08]),
    {
      d: `M${p(0.08, 0.9)}C${p(0.14, 1.02)} ${p(0.27, 1.01)} ${p(0.29, 0.88)}L${p(0.36, 0.86)}L${p(0.05, 0.93)}Z`,
      mix: SUN_COLOUR_INK_DENSITIES,
    },
    { d: `M${p(0.05, 0.925)}L${p(0.37, 0.86)}`, mix: BLACK_COLOUR_INK_DENSITIES, stroke: tall * 0.012 },
  ];
}

/** Draws a standing person seen from behind. */
export function drawStandingPersonShapes(x: number, y: number, tall: number, coat: InkDensities): SceneShape[] {
  const p = (dx: number, dy: number): string =>
    `${formatRoundedToTwoDecimals(x + dx * tall)} ${formatRoundedToTwoDecimals(y - dy * tall)}`;
  return [
    {
      d: `M${p(-0.09, 0)}L${p(-0.08, 0.5)}H${formatRoundedToTwoDecimals(x + 0.09 * tall)}L${p(0.1, 0)}L${p(0.03, 0)}L${p(0.01, 0.38)}L${p(-0.02, 0)}Z`,
      mix: SLATE_COLOUR_INK_DENSITIES,
    },
    {
      d: `M${p(-0.12, 0.44)}C${p(-0.14, 0.7)} ${p(-0.12, 0.82)} ${p(0, 0.84)}C${p(0.12, 0.82)} ${p(0.14, 0.7)} ${p(0.12, 0.44)}Z`,
      mix: coat,
    },
    drawDiscShape(x, y - tall * 0.91, tall * 0.072, [0.5, 0, 0.4, 0.3]),
  ];
}
