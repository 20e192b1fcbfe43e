import { roundToTwoDecimals, type Point, createSmoothPath } from './curve.ts';
import { createSeededRandom } from './noise.ts';

/** Draws a willow in the style of a wood engraving, with its root at (x, y), a leaning trunk and hanging branches. */
export function drawEngravedWillow(x: number, y: number, size: number, ink: string, paper: string, seed = 4): string {
  const random = createSeededRandom(seed);
  const s = size;
  const strands: string[] = [];
  const leaves: string[] = [];
  for (let i = 0; i < 26; i++) {
    const t = (i / 25) * 2 - 1;
    const jitter = (random() - 0.5) * 0.06;
    const crownX = x + t * 0.2 * s;
    const crownY = y - s * (0.74 + 0.12 * (1 - t * t)) + (random() - 0.5) * 0.05 * s;
    const outX = x + (t * 0.52 + jitter) * s;
    const endY = y - s * (0.06 + 0.2 * random() + 0.1 * (1 - Math.abs(t)));
    const points: Point[] = [
      [x + t * 0.03 * s, y - 0.5 * s],
      [crownX, crownY],
      [x + t * 0.42 * s, y - s * (0.66 + 0.08 * (1 - Math.abs(t)))],
      [outX, y - 0.42 * s],
      [outX + t * 0.015 * s, endY],
    ];
    strands.push(createSmoothPath(points));
    for (let k = 0; k < 9; k++) {
      const h = y - 0.6 * s + ((endY - (y - 0.6 * s)) * k) / 9;
      const lx = x + (t * (0.46 + 0.06 * (k / 9)) + jitter) * s;
      const side = k % 2 ? 1 : -1;
      leaves.push(
        `M${roundToTwoDecimals(lx)} ${roundToTwoDecimals(h)}q${roundToTwoDecimals(side * 0.022 * s)} ${roundToTwoDecimals(0.012 * s)} ${roundToTwoDecimals(side * 0.018 * s)} ${roundToTwoDecimals(0.06 * s)}q${roundToTwoDecimals(-side * 0.02 * s)} ${roundToTwoDecimals(-0.02 * s)} ${roundToTwoDecimals(-side * 0.018 * s)} ${roundToTwoDecimals(-0.06 * s)}z`,
      );
    }
  }
  const trunk = `M${roundToTwoDecimals(x - 0.11 * s)} ${roundToTwoDecimals(y)}C${roundToTwoDecimals(x - 0.05 * s)} ${roundToTwoDecimals(y - 0.06 * s)} ${roundToTwoDecimals(x - 0.06 * s)} ${roundToTwoDecimals(y - 0.3 * s)} ${roundToTwoDecimals(x - 0.035 * s)} ${roundToTwoDecimals(y - 0.56 * s)}L${roundToTwoDecimals(x + 0.03 * s)} ${roundToTwoDecimals(y - 0.56 * s)}C${roundToTwoDecimals(x + 0.04 * s)} ${roundToTwoDecimals(y - 0.3 * s)} ${roundToTwoDecimals(x + 0.05 * s)} ${roundToTwoDecimals(y - 0.06 * s)} ${roundToTwoDecimals(x + 0.12 * s)} ${roundToTwoDecimals(y)}Z`;
  const ripples = Array.from({ length: 4 }, (_, i) => {
    const wide = (0.6 - i * 0.13) * s;
    const h = y + (0.02 + i * 0.032) * s;
    return `M${roundToTwoDecimals(x - wide)} ${roundToTwoDecimals(h)}H${roundToTwoDecimals(x - wide * 0.25)}M${roundToTwoDecimals(x - wide * 0.1)} ${roundToTwoDecimals(h)}H${roundToTwoDecimals(x + wide)}`;
  }).join('');
  return `<path d="${trunk}" fill="${ink}"/><path d="M${roundToTwoDecimals(x - 0.01 * s)} ${roundToTwoDecimals(y - 0.04 * s)}C${roundToTwoDecimals(x - 0.02 * s)} ${roundToTwoDecimals(y - 0.2 * s)} ${roundToTwoDecimals(x)} ${roundToTwoDecimals(y - 0.3 * s)} ${roundToTwoDecimals(x - 0.01 * s)} ${roundToTwoDecimals(y - 0.5 * s)}" stroke="${paper}" stroke-width="${roundToTwoDecimals(s * 0.01)}" fill="none"/><path d="${strands.join('')}" stroke="${ink}" stroke-width="${roundToTwoDecimals(s * 0.0085)}" fill="none" stroke-linecap="round"/><path d="${leaves.join('')}" fill="${ink}"/><path d="${ripples}" stroke="${ink}" stroke-width="${roundToTwoDecimals(s * 0.01)}" stroke-linecap="round"/>`;
}
