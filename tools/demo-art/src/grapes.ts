import { formatRoundedToTwoDecimals, type Point, createSmoothPath } from './curve.ts';

/** Draws a vine leaf whose stalk is at (x, y). It points up and is turned clockwise by `turn` degrees. */
export function drawVineLeaf(x: number, y: number, size: number, turn: number, ink: string, paper: string): string {
  const half: Point[] = [
    [0.06, 0.02],
    [0.2, 0.1],
    [0.36, 0.06],
    [0.46, -0.1],
    [0.4, -0.2],
    [0.52, -0.36],
    [0.5, -0.52],
    [0.36, -0.52],
    [0.24, -0.6],
    [0.26, -0.78],
    [0.14, -0.84],
  ];
  const outline: Point[] = [...half, [0, -1], ...half.map(([a, b]): Point => [-a, b]).reverse()];
  return `<g transform="translate(${formatRoundedToTwoDecimals(x)} ${formatRoundedToTwoDecimals(y)}) rotate(${turn}) scale(${size})"><path d="${createSmoothPath(outline, true)}" fill="${ink}"/><path d="M0 .2C.03 .1 0 0 0 -.86M0 -.06Q.2 -.14 .42 -.42M0 -.06Q-.2 -.14 -.42 -.42M0 -.04Q.18 0 .36 -.04M0 -.04Q-.18 0 -.36 -.04M0 -.4Q.1 -.5 .18 -.7M0 -.4Q-.1 -.5 -.18 -.7" stroke="${paper}" stroke-width=".028" fill="none" stroke-linecap="round"/><path d="M0 0C.02 .1 .02 .16 .05 .24" stroke="${ink}" stroke-width=".05" fill="none"/></g>`;
}

/** Draws a bunch of grapes that hangs from (x, y), each berry with a highlight. */
export function drawGrapeBunch(x: number, y: number, size: number, ink: string, paper: string): string {
  const rows = [3, 4, 5, 4, 3, 2, 1];
  const r = size * 0.092;
  let berries = '';
  rows.forEach((count, row) => {
    for (let i = 0; i < count; i++) {
      const bx = x + (i - (count - 1) / 2) * r * 1.86 + (row % 2 ? r * 0.1 : -r * 0.1);
      const by = y + r * (1.4 + row * 1.56);
      berries += `<circle cx="${formatRoundedToTwoDecimals(bx)}" cy="${formatRoundedToTwoDecimals(by)}" r="${formatRoundedToTwoDecimals(r)}" fill="${ink}" stroke="${paper}" stroke-width="${formatRoundedToTwoDecimals(r * 0.16)}"/><path d="M${formatRoundedToTwoDecimals(bx - r * 0.5)} ${formatRoundedToTwoDecimals(by + r * 0.1)}A${formatRoundedToTwoDecimals(r * 0.55)} ${formatRoundedToTwoDecimals(r * 0.55)} 0 0 1 ${formatRoundedToTwoDecimals(bx + r * 0.05)} ${formatRoundedToTwoDecimals(by - r * 0.52)}" stroke="${paper}" stroke-width="${formatRoundedToTwoDecimals(r * 0.17)}" fill="none" stroke-linecap="round"/>`;
    }
  });
  return `<path d="M${formatRoundedToTwoDecimals(x)} ${formatRoundedToTwoDecimals(y - size * 0.12)}C${formatRoundedToTwoDecimals(x + size * 0.03)} ${formatRoundedToTwoDecimals(y)} ${formatRoundedToTwoDecimals(x)} ${formatRoundedToTwoDecimals(y + size * 0.05)} ${formatRoundedToTwoDecimals(x)} ${formatRoundedToTwoDecimals(y + size * 0.15)}" stroke="${ink}" stroke-width="${formatRoundedToTwoDecimals(size * 0.035)}" fill="none"/>${berries}`;
}
