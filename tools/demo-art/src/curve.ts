export type Point = [x: number, y: number];

export const formatRoundedToTwoDecimals = (value: number): string => String(Math.round(value * 100) / 100);

export function joinPointsWithLineCommands(points: Point[]): string {
  return points.map(([x, y]) => `${formatRoundedToTwoDecimals(x)} ${formatRoundedToTwoDecimals(y)}`).join(' L');
}

/** Creates a smooth curve through all points (Catmull-Rom), as path data. */
export function createSmoothPath(points: Point[], isClosed = false): string {
  const count = points.length;
  const pick = (i: number): Point =>
    isClosed ? points[(i + count) % count]! : points[Math.min(count - 1, Math.max(0, i))]!;
  let d = `M${formatRoundedToTwoDecimals(points[0]![0])} ${formatRoundedToTwoDecimals(points[0]![1])}`;
  for (let i = 0; i < (isClosed ? count : count - 1); i++) {
    const [a, b, c, e] = [pick(i - 1), pick(i), pick(i + 1), pick(i + 2)];
    d += `C${formatRoundedToTwoDecimals(b[0] + (c[0] - a[0]) / 6)} ${formatRoundedToTwoDecimals(b[1] + (c[1] - a[1]) / 6)} ${formatRoundedToTwoDecimals(c[0] - (e[0] - b[0]) / 6)} ${formatRoundedToTwoDecimals(c[1] - (e[1] - b[1]) / 6)} ${formatRoundedToTwoDecimals(c[0])} ${formatRoundedToTwoDecimals(c[1])}`;
  }
  return isClosed ? `${d}Z` : d;
}

export function createPolygonPath(points: Point[]): string {
  return `M${joinPointsWithLineCommands(points)}Z`;
}

/** Moves a point by a distance in a direction given in degrees: 0 points up, and angles run clockwise. */
export function movePointByBearing([x, y]: Point, degrees: number, distance: number): Point {
  const a = ((degrees - 90) * Math.PI) / 180;
  return [x + Math.cos(a) * distance, y + Math.sin(a) * distance];
}

/**
 * Rewrites a path with relative coordinates rounded to one decimal, which halves its length.
 * Only absolute M, L, H, V, Q, C and Z commands are supported.
 */
export function compactPath(d: string): string {
  let [x, y] = [0, 0];
  let [startX, startY] = [0, 0];
  const tenth = (value: number): number => Math.round(value * 10) / 10;
  const join = (numbers: number[]): string =>
    numbers
      .map((n) => String(tenth(n)).replace(/^(-?)0\./, '$1.'))
      .reduce((all, n) => (all && !n.startsWith('-') ? `${all} ${n}` : all + n), '');
  let out = '';
  for (const [, command, rest] of d.matchAll(/([MLHVQCZ])([^MLHVQCZ]*)/g)) {
    const values = (rest!.match(/-?[\d.]+/g) ?? []).map((v) => tenth(Number(v)));
    if (command === 'Z') {
      out += 'z';
      [x, y] = [startX, startY];
      continue;
    }
    const ends: [number, number] =
      command === 'H' ? [values[0]!, y] : command === 'V' ? [x, values[0]!] : [values.at(-2)!, values.at(-1)!];
    const isFlat = command === 'L' && ends[0] === x && ends[1] === y;
    const steps =
      command === 'H' ? [ends[0] - x] : command === 'V' ? [ends[1] - y] : values.map((v, i) => v - (i % 2 ? y : x));
    if (command === 'M') out += `M${join(values)}`;
    else if (!isFlat && steps.some((step) => tenth(step) !== 0)) out += command!.toLowerCase() + join(steps);
    [x, y] = ends;
    if (command === 'M') [startX, startY] = ends;
  }
  return out;
}
