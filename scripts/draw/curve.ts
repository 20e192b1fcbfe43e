export type Point = [x: number, y: number];

export const n2 = (value: number): string => String(Math.round(value * 100) / 100);

export function at(points: Point[]): string {
  return points.map(([x, y]) => `${n2(x)} ${n2(y)}`).join(' L');
}

/** A smooth curve through all points (Catmull-Rom), as path data. */
export function smooth(points: Point[], closed = false): string {
  const count = points.length;
  const pick = (i: number): Point =>
    closed ? points[(i + count) % count]! : points[Math.min(count - 1, Math.max(0, i))]!;
  let d = `M${n2(points[0]![0])} ${n2(points[0]![1])}`;
  for (let i = 0; i < (closed ? count : count - 1); i++) {
    const [a, b, c, e] = [pick(i - 1), pick(i), pick(i + 1), pick(i + 2)];
    d += `C${n2(b[0] + (c[0] - a[0]) / 6)} ${n2(b[1] + (c[1] - a[1]) / 6)} ${n2(c[0] - (e[0] - b[0]) / 6)} ${n2(c[1] - (e[1] - b[1]) / 6)} ${n2(c[0])} ${n2(c[1])}`;
  }
  return closed ? `${d}Z` : d;
}

export function polygon(points: Point[]): string {
  return `M${at(points)}Z`;
}

/** The point a direction and a distance away; 0 degrees points up, clockwise. */
export function away([x, y]: Point, degrees: number, distance: number): Point {
  const a = ((degrees - 90) * Math.PI) / 180;
  return [x + Math.cos(a) * distance, y + Math.sin(a) * distance];
}
