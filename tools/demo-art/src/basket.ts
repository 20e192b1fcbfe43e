import { formatRoundedToTwoDecimals } from './curve.ts';
import { BLACK_COLOUR_INK_DENSITIES, LEAF_COLOUR_INK_DENSITIES, DEEP_LEAF_COLOUR_INK_DENSITIES, OAK_COLOUR_INK_DENSITIES, DEEP_OAK_COLOUR_INK_DENSITIES } from './inks.ts';
import type { SceneShape, InkDensities } from './print-scene.ts';
import { drawPosterGrapesShapes, drawPosterLeafShapes } from './tableware.ts';

/** Draws a woven basket full of grapes; (x, y) is the centre of its base. */
export function drawBasketShapes(x: number, y: number, w: number, dark: InkDensities, light: InkDensities): SceneShape[] {
  const h = w * 0.42;
  const top = y - h;
  const body = `M${formatRoundedToTwoDecimals(x - w / 2)} ${formatRoundedToTwoDecimals(top)}C${formatRoundedToTwoDecimals(x - w * 0.48)} ${formatRoundedToTwoDecimals(y - h * 0.3)} ${formatRoundedToTwoDecimals(x - w * 0.42)} ${formatRoundedToTwoDecimals(y)} ${formatRoundedToTwoDecimals(x - w * 0.36)} ${formatRoundedToTwoDecimals(y)}H${formatRoundedToTwoDecimals(x + w * 0.36)}C${formatRoundedToTwoDecimals(x + w * 0.42)} ${formatRoundedToTwoDecimals(y)} ${formatRoundedToTwoDecimals(x + w * 0.48)} ${formatRoundedToTwoDecimals(y - h * 0.3)} ${formatRoundedToTwoDecimals(x + w / 2)} ${formatRoundedToTwoDecimals(top)}Z`;
  const shapes: SceneShape[] = [
    {
      d: `M${formatRoundedToTwoDecimals(x - w * 0.42)} ${formatRoundedToTwoDecimals(top)}C${formatRoundedToTwoDecimals(x - w * 0.4)} ${formatRoundedToTwoDecimals(top - w * 0.62)} ${formatRoundedToTwoDecimals(x + w * 0.4)} ${formatRoundedToTwoDecimals(top - w * 0.62)} ${formatRoundedToTwoDecimals(x + w * 0.42)} ${formatRoundedToTwoDecimals(top)}`,
      mix: DEEP_OAK_COLOUR_INK_DENSITIES,
      stroke: w * 0.042,
    },
    {
      d: `M${formatRoundedToTwoDecimals(x - w * 0.42)} ${formatRoundedToTwoDecimals(top)}C${formatRoundedToTwoDecimals(x - w * 0.4)} ${formatRoundedToTwoDecimals(top - w * 0.62)} ${formatRoundedToTwoDecimals(x + w * 0.4)} ${formatRoundedToTwoDecimals(top - w * 0.62)} ${formatRoundedToTwoDecimals(x + w * 0.42)} ${formatRoundedToTwoDecimals(top)}`,
      mix: OAK_COLOUR_INK_DENSITIES,
      stroke: w * 0.018,
    },
    ...drawPosterLeafShapes(x - w * 0.3, top + w * 0.02, w * 0.27, -52, LEAF_COLOUR_INK_DENSITIES, DEEP_LEAF_COLOUR_INK_DENSITIES),
    ...drawPosterLeafShapes(x + w * 0.32, top + w * 0.02, w * 0.27, 50, LEAF_COLOUR_INK_DENSITIES, DEEP_LEAF_COLOUR_INK_DENSITIES),
    ...drawPosterLeafShapes(x + w * 0.04, top - w * 0.12, w * 0.24, 8, LEAF_COLOUR_INK_DENSITIES, DEEP_LEAF_COLOUR_INK_DENSITIES),
    ...drawPosterGrapesShapes(x - w * 0.24, top - w * 0.17, w * 0.38, dark, light),
    ...drawPosterGrapesShapes(x + w * 0.25, top - w * 0.16, w * 0.38, dark, light),
    ...drawPosterGrapesShapes(x, top - w * 0.22, w * 0.42, dark, light),
    { d: body, mix: OAK_COLOUR_INK_DENSITIES, to: [0.7, 0, 0.6, 0.36] },
  ];
  const rows = 6;
  for (let r = 0; r < rows; r++) {
    const yy = top + ((r + 0.6) / rows) * h;
    const half = w * (0.5 - 0.13 * ((r + 0.6) / rows) ** 1.6);
    const count = 17;
    let d = '';
    for (let i = r % 2; i < count; i += 2) {
      const x0 = x - half + (2 * half * i) / count;
      const x1 = x0 + (2 * half) / count;
      d += `M${formatRoundedToTwoDecimals(x0)} ${formatRoundedToTwoDecimals(yy)}Q${formatRoundedToTwoDecimals((x0 + x1) / 2)} ${formatRoundedToTwoDecimals(yy - h * 0.1)} ${formatRoundedToTwoDecimals(x1)} ${formatRoundedToTwoDecimals(yy)}Q${formatRoundedToTwoDecimals((x0 + x1) / 2)} ${formatRoundedToTwoDecimals(yy + h * 0.1)} ${formatRoundedToTwoDecimals(x0)} ${formatRoundedToTwoDecimals(yy)}Z`;
    }
    shapes.push({ d, mix: DEEP_OAK_COLOUR_INK_DENSITIES, clip: body });
  }
  const rim = `M${formatRoundedToTwoDecimals(x - w * 0.52)} ${formatRoundedToTwoDecimals(top - w * 0.02)}H${formatRoundedToTwoDecimals(x + w * 0.52)}a${formatRoundedToTwoDecimals(w * 0.03)} ${formatRoundedToTwoDecimals(w * 0.03)} 0 0 1 0 ${formatRoundedToTwoDecimals(w * 0.06)}H${formatRoundedToTwoDecimals(x - w * 0.52)}a${formatRoundedToTwoDecimals(w * 0.03)} ${formatRoundedToTwoDecimals(w * 0.03)} 0 0 1 0 ${formatRoundedToTwoDecimals(-w * 0.06)}Z`;
  shapes.push(
    { d: rim, mix: OAK_COLOUR_INK_DENSITIES },
    {
      d: Array.from(
        { length: 24 },
        (_, i) =>
          `M${formatRoundedToTwoDecimals(x - w * 0.51 + i * w * 0.0435)} ${formatRoundedToTwoDecimals(top + w * 0.035)}l${formatRoundedToTwoDecimals(w * 0.03)} ${formatRoundedToTwoDecimals(-w * 0.05)}`,
      ).join(''),
      mix: DEEP_OAK_COLOUR_INK_DENSITIES,
      stroke: w * 0.008,
    },
  );
  shapes.push({
    d: `M${formatRoundedToTwoDecimals(x - w * 0.52)} ${formatRoundedToTwoDecimals(y + w * 0.004)}H${formatRoundedToTwoDecimals(x + w * 0.52)}`,
    mix: BLACK_COLOUR_INK_DENSITIES,
    stroke: w * 0.008,
  });
  return shapes;
}
