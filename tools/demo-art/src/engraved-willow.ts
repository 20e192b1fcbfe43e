import { formatRoundedToTwoDecimals, type Point, createSmoothPath } from './curve.ts';
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
        `M${formatRoundedToTwoDecimals(lx)} ${formatRoundedToTwoDecimals(h)}q${formatRoundedToTwoDecimals(side * 0.022 * s)} ${formatRoundedToTwoDecimals(0.012 * s)} ${formatRoundedToTwoDecimals(side * 0.018 * s)} ${formatRoundedToTwoDecimals(0.06 * s)}q${formatRoundedToTwoDecimals(-side * 0.02 * s)} ${formatRoundedToTwoDecimals(-0.02 * s)} ${formatRoundedToTwoDecimals(-side * 0.018 * s)} ${formatRoundedToTwoDecimals(-0.06 * s)}z`,
      );
    }
  }
  const trunk = `M${formatRoundedToTwoDecimals(x - 0.11 * s)} ${formatRoundedToTwoDecimals(y)}C${formatRoundedToTwoDecimals(x - 0.05 * s)} ${formatRoundedToTwoDecimals(y - 0.06 * s)} ${formatRoundedToTwoDecimals(x - 0.06 * s)} ${formatRoundedToTwoDecimals(y - 0.3 * s)} ${formatRoundedToTwoDecimals(x - 0.035 * s)} ${formatRoundedToTwoDecimals(y - 0.56 * s)}L${formatRoundedToTwoDecimals(x + 0.03 * s)} ${formatRoundedToTwoDecimals(y - 0.56 * s)}C${formatRoundedToTwoDecimals(x + 0.04 * s)} ${formatRoundedToTwoDecimals(y - 0.3 * s)} ${formatRoundedToTwoDecimals(x + 0.05 * s)} ${formatRoundedToTwoDecimals(y - 0.06 * s)} ${formatRoundedToTwoDecimals(x + 0.12 * s)} ${formatRoundedToTwoDecimals(y)}Z`;
  const ripples = Array.from({ length: 4 }, (_, i) => {
    const wide = (0.6 - i * 0.13) * s;
    const h = y + (0.02 + i * 0.032) * s;
    return `M${formatRoundedToTwoDecimals(x - wide)} ${formatRoundedToTwoDecimals(h)}H${formatRoundedToTwoDecimals(x - wide * 0.25)}M${formatRoundedToTwoDecimals(x - wide * 0.1)} ${formatRoundedToTwoDecimals(h)}H${formatRoundedToTwoDecimals(x + wide)}`;
  }).join('');
  return `<path d="${trunk}" fill="${ink}"/><path d="M${formatRoundedToTwoDecimals(x - 0.01 * s)} ${formatRoundedToTwoDecimals(y - 0.04 * s)}C${formatRoundedToTwoDecimals(x - 0.02 * s)} ${formatRoundedToTwoDecimals(y - 0.2 * s)} ${formatRoundedToTwoDecimals(x)} ${formatRoundedToTwoDecimals(y - 0.3 * s)} ${formatRoundedToTwoDecimals(x - 0.01 * s)} ${formatRoundedToTwoDecimals(y - 0.5 * s)}" stroke="${paper}" stroke-width="${formatRoundedToTwoDecimals(s * 0.01)}" fill="none"/><path d="${strands.join('')}" stroke="${ink}" stroke-width="${formatRoundedToTwoDecimals(s * 0.0085)}" fill="none" stroke-linecap="round"/><path d="${leaves.join('')}" fill="${ink}"/><path d="${ripples}" stroke="${ink}" stroke-width="${formatRoundedToTwoDecimals(s * 0.01)}" stroke-linecap="round"/>`;
}
