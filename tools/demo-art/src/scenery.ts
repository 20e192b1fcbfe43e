import { joinPointsWithLineCommands, formatRoundedToTwoDecimals, type Point, createPolygonPath, createSmoothPath } from './curve.ts';
import { sampleNoise, createSeededRandom } from './noise.ts';
import type { SceneShape, InkDensities } from './print-scene.ts';

/** Draws the area below a smooth line of hills. */
export function drawHillShape(width: number, height: number, line: Point[], mix: InkDensities, to?: InkDensities): SceneShape {
  return { d: `${createSmoothPath(line)}L${width} ${height}L0 ${height}Z`, mix, ...(to ? { to } : {}) };
}

export function drawDiscShape(
  x: number,
  y: number,
  r: number,
  mix: InkDensities,
  to?: InkDensities,
  run: SceneShape['run'] = 'down',
): SceneShape {
  const d = `M${formatRoundedToTwoDecimals(x - r)} ${formatRoundedToTwoDecimals(y)}A${r} ${r} 0 1 1 ${formatRoundedToTwoDecimals(x + r)} ${formatRoundedToTwoDecimals(y)}A${r} ${r} 0 1 1 ${formatRoundedToTwoDecimals(x - r)} ${formatRoundedToTwoDecimals(y)}Z`;
  return { d, mix, ...(to ? { to, run } : {}) };
}

export function drawBoxShape(
  x: number,
  y: number,
  w: number,
  h: number,
  mix: InkDensities,
  to?: InkDensities,
  run: SceneShape['run'] = 'down',
): SceneShape {
  return {
    d: `M${formatRoundedToTwoDecimals(x)} ${formatRoundedToTwoDecimals(y)}h${formatRoundedToTwoDecimals(w)}v${formatRoundedToTwoDecimals(h)}h${formatRoundedToTwoDecimals(-w)}Z`,
    mix,
    ...(to ? { to, run } : {}),
  };
}

/** Draws a round tree with a dark crown and a lit upper left side. */
export function drawTreeShapes(x: number, y: number, size: number, dark: InkDensities, light: InkDensities, seed = 1): SceneShape[] {
  const random = createSeededRandom(seed * 7919 + 13);
  const shapes: SceneShape[] = [];
  const trunk = createPolygonPath([
    [x - size * 0.07, y],
    [x - size * 0.035, y - size * 0.4],
    [x - size * 0.16, y - size * 0.58],
    [x + size * 0.16, y - size * 0.58],
    [x + size * 0.035, y - size * 0.4],
    [x + size * 0.08, y],
  ]);
  shapes.push({ d: trunk, mix: dark });
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
    return createSmoothPath(points, true);
  };
  shapes.push({ d: clumps.map((c) => blob(c.cx, c.cy, c.r)).join(''), mix: dark });
  clumps.sort((a, b) => a.cy - b.cy);
  for (const c of clumps) {
    shapes.push({ d: blob(c.cx - c.r * 0.16, c.cy - c.r * 0.2, c.r * 0.72), mix: light });
    shapes.push({ d: blob(c.cx + c.r * 0.2, c.cy + c.r * 0.24, c.r * 0.66), mix: dark });
  }
  return shapes;
}

/** Draws a hedge or the edge of a wood along a line. */
export function drawWoodEdgeShape(from: Point, to: Point, tall: number, mix: InkDensities, seed: number): SceneShape {
  const points: Point[] = [];
  const count = Math.max(8, Math.round((to[0] - from[0]) / (tall * 0.28)));
  for (let i = 0; i <= count; i++) {
    const t = i / count;
    const bump = 0.55 + 0.45 * sampleNoise(i * 0.61, seed, seed) + (i % 2 ? 0.16 : 0);
    points.push([
      from[0] + (to[0] - from[0]) * t,
      from[1] + (to[1] - from[1]) * t - tall * bump * Math.min(1, Math.min(t, 1 - t) * 9 + 0.15),
    ]);
  }
  return { d: `${createSmoothPath(points)}L${joinPointsWithLineCommands([to, from])}Z`, mix };
}
