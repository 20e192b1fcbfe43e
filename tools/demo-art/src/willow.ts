import { formatRoundedToTwoDecimals, type Point, createSmoothPath } from './curve.ts';
import { sampleNoise, createSeededRandom } from './noise.ts';
import type { SceneShape, InkDensities } from './print-scene.ts';

/** Draws a weeping willow with a domed crown of hanging strands, lit from the left. */
export function drawWillowShapes(
  x: number,
  y: number,
  size: number,
  dark: InkDensities,
  light: InkDensities,
  seed = 1,
): SceneShape[] {
  const random = createSeededRandom(seed * 313 + 5);
  const s = size;
  const shapes: SceneShape[] = [
    {
      d: `M${formatRoundedToTwoDecimals(x - s * 0.08)} ${formatRoundedToTwoDecimals(y)}C${formatRoundedToTwoDecimals(x - s * 0.03)} ${formatRoundedToTwoDecimals(y - s * 0.1)} ${formatRoundedToTwoDecimals(x - s * 0.05)} ${formatRoundedToTwoDecimals(y - s * 0.3)} ${formatRoundedToTwoDecimals(x - s * 0.03)} ${formatRoundedToTwoDecimals(y - s * 0.6)}H${formatRoundedToTwoDecimals(x + s * 0.04)}C${formatRoundedToTwoDecimals(x + s * 0.04)} ${formatRoundedToTwoDecimals(y - s * 0.3)} ${formatRoundedToTwoDecimals(x + s * 0.04)} ${formatRoundedToTwoDecimals(y - s * 0.1)} ${formatRoundedToTwoDecimals(x + s * 0.1)} ${formatRoundedToTwoDecimals(y)}Z`,
      mix: dark,
    },
  ];
  const strand = (t: number, mix: InkDensities, reach: number): SceneShape => {
    const crown = y - s * (0.98 - 0.3 * t * t);
    const outX = x + t * s * 0.52;
    const end = y - s * (0.06 + 0.34 * random() + 0.12 * (1 - Math.abs(t)));
    const w = s * (0.035 + 0.03 * random()) * reach;
    const left: Point[] = [];
    const right: Point[] = [];
    for (let i = 0; i <= 8; i++) {
      const k = i / 8;
      const sway = (sampleNoise(i * 0.7, seed + t * 9, seed) - 0.5) * s * 0.04;
      const px = x + (outX - x) * (0.55 + 0.45 * Math.sin((Math.PI / 2) * Math.min(1, k * 1.7))) + sway;
      const py = crown + (end - crown) * k;
      const half = w * Math.sin(Math.PI * (0.12 + 0.85 * k)) ** 0.6;
      left.push([px - half, py]);
      right.push([px + half, py]);
    }
    return { d: `${createSmoothPath(left)}${createSmoothPath(right.reverse()).replace('M', 'L')}Z`, mix };
  };
  const count = 23;
  const dome: Point[] = Array.from({ length: 15 }, (_, i) => {
    const a = Math.PI * (1 - i / 14);
    return [x + Math.cos(a) * s * 0.47, y - s * (0.55 + 0.45 * Math.sin(a) * (0.94 + 0.08 * (i % 2)))];
  });
  shapes.push({
    d: `${createSmoothPath(dome)}L${formatRoundedToTwoDecimals(x + s * 0.4)} ${formatRoundedToTwoDecimals(y - s * 0.3)}L${formatRoundedToTwoDecimals(x - s * 0.4)} ${formatRoundedToTwoDecimals(y - s * 0.3)}Z`,
    mix: dark,
  });
  for (let i = 0; i < count; i++) shapes.push(strand((i / (count - 1)) * 2 - 1, dark, 1.2));
  for (let i = 0; i < count; i++) {
    const t = (i / (count - 1)) * 2 - 1;
    shapes.push(strand(t * 0.96 - 0.02, light, t < 0.1 ? 0.5 : 0.3));
  }
  return shapes;
}
