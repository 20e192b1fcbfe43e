import { formatRoundedToTwoDecimals } from './curve.ts';
import { sampleNoise } from './noise.ts';
import type { SceneShape, InkDensities } from './print-scene.ts';

/** Draws broken horizontal strokes on water that become wider towards the viewer. */
export function drawRipplesShape(
  from: number,
  to: number,
  left: (y: number) => number,
  right: (y: number) => number,
  mix: InkDensities,
  seed: number,
  clip?: string,
): SceneShape {
  let d = '';
  for (let y = from; y < to; y += 8 + (y - from) * 0.05) {
    for (let k = 0; k < 5; k++) {
      const t = sampleNoise(k * 3.1, y * 0.11, seed);
      const span = right(y) - left(y);
      const x = left(y) + span * t;
      const w = span * (0.04 + 0.12 * sampleNoise(k, y, seed + 3));
      const h = 1.5 + (y - from) * 0.008;
      d += `M${formatRoundedToTwoDecimals(x - w)} ${formatRoundedToTwoDecimals(y)}L${formatRoundedToTwoDecimals(x)} ${formatRoundedToTwoDecimals(y - h)}L${formatRoundedToTwoDecimals(x + w)} ${formatRoundedToTwoDecimals(y)}L${formatRoundedToTwoDecimals(x)} ${formatRoundedToTwoDecimals(y + h)}Z`;
    }
  }
  return { d, mix, ...(clip ? { clip } : {}) };
}
