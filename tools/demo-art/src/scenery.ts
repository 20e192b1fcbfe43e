import { at, n2, type Point, polygon, smooth } from './curve.ts';
import { noise, randomFrom } from './noise.ts';
import type { Shape, Tones } from './press.ts';

/** The area below a smooth line of hills. */
export function hill(width: number, height: number, line: Point[], tones: Tones, to?: Tones): Shape {
  return { d: `${smooth(line)}L${width} ${height}L0 ${height}Z`, tones, ...(to ? { to } : {}) };
}

export function disc(x: number, y: number, r: number, tones: Tones, to?: Tones, run: Shape['run'] = 'down'): Shape {
  const d = `M${n2(x - r)} ${n2(y)}A${r} ${r} 0 1 1 ${n2(x + r)} ${n2(y)}A${r} ${r} 0 1 1 ${n2(x - r)} ${n2(y)}Z`;
  return { d, tones, ...(to ? { to, run } : {}) };
}

export function box(
  x: number,
  y: number,
  w: number,
  h: number,
  tones: Tones,
  to?: Tones,
  run: Shape['run'] = 'down',
): Shape {
  return { d: `M${n2(x)} ${n2(y)}h${n2(w)}v${n2(h)}h${n2(-w)}Z`, tones, ...(to ? { to, run } : {}) };
}

/** A round tree with a dark crown and a lit upper left side. */
export function tree(x: number, y: number, size: number, dark: Tones, light: Tones, seed = 1): Shape[] {
  const random = randomFrom(seed * 7919 + 13);
  const shapes: Shape[] = [];
  const trunk = polygon([
    [x - size * 0.07, y],
    [x - size * 0.035, y - size * 0.4],
    [x - size * 0.16, y - size * 0.58],
    [x + size * 0.16, y - size * 0.58],
    [x + size * 0.035, y - size * 0.4],
    [x + size * 0.08, y],
  ]);
  shapes.push({ d: trunk, tones: dark });
  const clumps: { cx: number; cy: number; r: number }[] = [];
  for (let i = 0; i < 17; i++) {
    const angle = random() * Math.PI * 2;
    const reach = Math.sqrt(random()) * 0.36;
    clumps.push({
      cx: x + Math.cos(angle) * reach * size * 1.14,
      cy: y - size * 0.68 + Math.sin(angle) * reach * size * 0.72,
      r: size * (0.12 + random() * 0.07),
    });
  }
  const blob = (cx: number, cy: number, r: number): string => {
    const points: Point[] = Array.from({ length: 13 }, (_, i) => {
      const a = (i / 13) * Math.PI * 2;
      const reach = r * (0.88 + random() * 0.24);
      return [cx + Math.cos(a) * reach, cy + Math.sin(a) * reach * 0.86];
    });
    return smooth(points, true);
  };
  shapes.push({ d: clumps.map((c) => blob(c.cx, c.cy, c.r)).join(''), tones: dark });
  clumps.sort((a, b) => a.cy - b.cy);
  for (const c of clumps) {
    shapes.push({ d: blob(c.cx - c.r * 0.16, c.cy - c.r * 0.2, c.r * 0.72), tones: light });
    shapes.push({ d: blob(c.cx + c.r * 0.2, c.cy + c.r * 0.24, c.r * 0.66), tones: dark });
  }
  return shapes;
}

/** A hedge or the edge of a wood along a line. */
export function wood(from: Point, to: Point, tall: number, tones: Tones, seed: number): Shape {
  const points: Point[] = [];
  const count = Math.max(8, Math.round((to[0] - from[0]) / (tall * 0.28)));
  for (let i = 0; i <= count; i++) {
    const t = i / count;
    const bump = 0.55 + 0.45 * noise(i * 0.61, seed, seed) + (i % 2 ? 0.16 : 0);
    points.push([
      from[0] + (to[0] - from[0]) * t,
      from[1] + (to[1] - from[1]) * t - tall * bump * Math.min(1, Math.min(t, 1 - t) * 9 + 0.15),
    ]);
  }
  return { d: `${smooth(points)}L${at([to, from])}Z`, tones };
}
