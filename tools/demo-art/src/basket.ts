import { roundToTwoDecimals } from './curve.ts';
import { BLACK_INK_DENSITIES, LEAF_INK_DENSITIES, LEAF_DEEP_INK_DENSITIES, OAK_INK_DENSITIES, OAK_DEEP_INK_DENSITIES } from './inks.ts';
import type { SceneShape, InkDensities } from './print-scene.ts';
import { drawPosterGrapes, drawPosterLeaf } from './tableware.ts';

/** Draws a woven basket full of grapes; (x, y) is the centre of its base. */
export function drawBasket(x: number, y: number, w: number, dark: InkDensities, light: InkDensities): SceneShape[] {
  const h = w * 0.42;
  const top = y - h;
  const body = `M${roundToTwoDecimals(x - w / 2)} ${roundToTwoDecimals(top)}C${roundToTwoDecimals(x - w * 0.48)} ${roundToTwoDecimals(y - h * 0.3)} ${roundToTwoDecimals(x - w * 0.42)} ${roundToTwoDecimals(y)} ${roundToTwoDecimals(x - w * 0.36)} ${roundToTwoDecimals(y)}H${roundToTwoDecimals(x + w * 0.36)}C${roundToTwoDecimals(x + w * 0.42)} ${roundToTwoDecimals(y)} ${roundToTwoDecimals(x + w * 0.48)} ${roundToTwoDecimals(y - h * 0.3)} ${roundToTwoDecimals(x + w / 2)} ${roundToTwoDecimals(top)}Z`;
  const shapes: SceneShape[] = [
    {
      d: `M${roundToTwoDecimals(x - w * 0.42)} ${roundToTwoDecimals(top)}C${roundToTwoDecimals(x - w * 0.4)} ${roundToTwoDecimals(top - w * 0.62)} ${roundToTwoDecimals(x + w * 0.4)} ${roundToTwoDecimals(top - w * 0.62)} ${roundToTwoDecimals(x + w * 0.42)} ${roundToTwoDecimals(top)}`,
      mix: OAK_DEEP_INK_DENSITIES,
      stroke: w * 0.042,
    },
    {
      d: `M${roundToTwoDecimals(x - w * 0.42)} ${roundToTwoDecimals(top)}C${roundToTwoDecimals(x - w * 0.4)} ${roundToTwoDecimals(top - w * 0.62)} ${roundToTwoDecimals(x + w * 0.4)} ${roundToTwoDecimals(top - w * 0.62)} ${roundToTwoDecimals(x + w * 0.42)} ${roundToTwoDecimals(top)}`,
      mix: OAK_INK_DENSITIES,
      stroke: w * 0.018,
    },
    ...drawPosterLeaf(x - w * 0.3, top + w * 0.02, w * 0.27, -52, LEAF_INK_DENSITIES, LEAF_DEEP_INK_DENSITIES),
    ...drawPosterLeaf(x + w * 0.32, top + w * 0.02, w * 0.27, 50, LEAF_INK_DENSITIES, LEAF_DEEP_INK_DENSITIES),
    ...drawPosterLeaf(x + w * 0.04, top - w * 0.12, w * 0.24, 8, LEAF_INK_DENSITIES, LEAF_DEEP_INK_DENSITIES),
    ...drawPosterGrapes(x - w * 0.24, top - w * 0.17, w * 0.38, dark, light),
    ...drawPosterGrapes(x + w * 0.25, top - w * 0.16, w * 0.38, dark, light),
    ...drawPosterGrapes(x, top - w * 0.22, w * 0.42, dark, light),
    { d: body, mix: OAK_INK_DENSITIES, to: [0.7, 0, 0.6, 0.36] },
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
      d += `M${roundToTwoDecimals(x0)} ${roundToTwoDecimals(yy)}Q${roundToTwoDecimals((x0 + x1) / 2)} ${roundToTwoDecimals(yy - h * 0.1)} ${roundToTwoDecimals(x1)} ${roundToTwoDecimals(yy)}Q${roundToTwoDecimals((x0 + x1) / 2)} ${roundToTwoDecimals(yy + h * 0.1)} ${roundToTwoDecimals(x0)} ${roundToTwoDecimals(yy)}Z`;
    }
    shapes.push({ d, mix: OAK_DEEP_INK_DENSITIES, clip: body });
  }
  const rim = `M${roundToTwoDecimals(x - w * 0.52)} ${roundToTwoDecimals(top - w * 0.02)}H${roundToTwoDecimals(x + w * 0.52)}a${roundToTwoDecimals(w * 0.03)} ${roundToTwoDecimals(w * 0.03)} 0 0 1 0 ${roundToTwoDecimals(w * 0.06)}H${roundToTwoDecimals(x - w * 0.52)}a${roundToTwoDecimals(w * 0.03)} ${roundToTwoDecimals(w * 0.03)} 0 0 1 0 ${roundToTwoDecimals(-w * 0.06)}Z`;
  shapes.push(
    { d: rim, mix: OAK_INK_DENSITIES },
    {
      d: Array.from(
        { length: 24 },
        (_, i) =>
          `M${roundToTwoDecimals(x - w * 0.51 + i * w * 0.0435)} ${roundToTwoDecimals(top + w * 0.035)}l${roundToTwoDecimals(w * 0.03)} ${roundToTwoDecimals(-w * 0.05)}`,
      ).join(''),
      mix: OAK_DEEP_INK_DENSITIES,
      stroke: w * 0.008,
    },
  );
  shapes.push({
    d: `M${roundToTwoDecimals(x - w * 0.52)} ${roundToTwoDecimals(y + w * 0.004)}H${roundToTwoDecimals(x + w * 0.52)}`,
    mix: BLACK_INK_DENSITIES,
    stroke: w * 0.008,
  });
  return shapes;
}
