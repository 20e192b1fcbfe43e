import { n2 } from './curve.ts';
import { noise } from './noise.ts';
import type { Shape, Tones } from './press.ts';

/** Broken horizontal strokes on water that become wider towards the viewer. */
export function ripples(
  from: number,
  to: number,
  left: (y: number) => number,
  right: (y: number) => number,
  tones: Tones,
  seed: number,
  clip?: string,
): Shape {
  let d = '';
  for (let y = from; y < to; y += 8 + (y - from) * 0.05) {
    for (let k = 0; k < 5; k++) {
      const t = noise(k * 3.1, y * 0.11, seed);
      const span = right(y) - left(y);
      const x = left(y) + span * t;
      const w = span * (0.04 + 0.12 * noise(k, y, seed + 3));
      const h = 1.5 + (y - from) * 0.008;
      d += `M${n2(x - w)} ${n2(y)}L${n2(x)} ${n2(y - h)}L${n2(x + w)} ${n2(y)}L${n2(x)} ${n2(y + h)}Z`;
    }
  }
  return { d, tones, ...(clip ? { clip } : {}) };
}
