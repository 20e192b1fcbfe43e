import { formatRoundedToTwoDecimals, type Point, createPolygonPath } from './curve.ts';
import type { SceneShape, InkDensities } from './print-scene.ts';

export interface HouseInkDensities {
  wall: InkDensities;
  wallShade: InkDensities;
  roof: InkDensities;
  roofLight: InkDensities;
  opening: InkDensities;
  shutter: InkDensities;
}

function windowAt(x: number, y: number, w: number, h: number, t: HouseInkDensities): SceneShape[] {
  return [
    {
      d: `M${formatRoundedToTwoDecimals(x - w * 1.02)} ${formatRoundedToTwoDecimals(y)}h${formatRoundedToTwoDecimals(w * 0.46)}v${formatRoundedToTwoDecimals(h)}h${formatRoundedToTwoDecimals(-w * 0.46)}ZM${formatRoundedToTwoDecimals(x + w * 0.56)} ${formatRoundedToTwoDecimals(y)}h${formatRoundedToTwoDecimals(w * 0.46)}v${formatRoundedToTwoDecimals(h)}h${formatRoundedToTwoDecimals(-w * 0.46)}Z`,
      mix: t.shutter,
    },
    {
      d: `M${formatRoundedToTwoDecimals(x - w / 2)} ${formatRoundedToTwoDecimals(y)}h${formatRoundedToTwoDecimals(w)}v${formatRoundedToTwoDecimals(h)}h${formatRoundedToTwoDecimals(-w)}Z`,
      mix: t.opening,
    },
    {
      d: `M${formatRoundedToTwoDecimals(x - w * 0.04)} ${formatRoundedToTwoDecimals(y)}h${formatRoundedToTwoDecimals(w * 0.08)}v${formatRoundedToTwoDecimals(h)}h${formatRoundedToTwoDecimals(-w * 0.08)}ZM${formatRoundedToTwoDecimals(x - w / 2)} ${formatRoundedToTwoDecimals(y + h * 0.46)}h${formatRoundedToTwoDecimals(w)}v${formatRoundedToTwoDecimals(h * 0.06)}h${formatRoundedToTwoDecimals(-w)}Z`,
      mix: t.wall,
    },
  ];
}

/** Draws a country house with a hipped slate roof, dormers, chimneys and shutters; (x, y) is its lower left corner. */
export function drawManorShapes(x: number, y: number, w: number, t: HouseInkDensities): SceneShape[] {
  const wallH = w * 0.27;
  const roofH = w * 0.2;
  const eaves = y - wallH;
  const shapes: SceneShape[] = [];
  const chimney = (cx: number): SceneShape[] => [
    {
      d: createPolygonPath([
        [cx, eaves - roofH * 0.6],
        [cx, eaves - roofH * 1.42],
        [cx + w * 0.045, eaves - roofH * 1.42],
        [cx + w * 0.045, eaves - roofH * 0.6],
      ]),
      mix: t.wallShade,
    },
    {
      d: `M${formatRoundedToTwoDecimals(cx - w * 0.006)} ${formatRoundedToTwoDecimals(eaves - roofH * 1.46)}h${formatRoundedToTwoDecimals(w * 0.057)}v${formatRoundedToTwoDecimals(w * 0.014)}h${formatRoundedToTwoDecimals(-w * 0.057)}Z`,
      mix: t.roof,
    },
  ];
  shapes.push(...chimney(x + w * 0.2), ...chimney(x + w * 0.76));
  shapes.push({
    d: `M${formatRoundedToTwoDecimals(x)} ${formatRoundedToTwoDecimals(eaves)}h${formatRoundedToTwoDecimals(w)}v${formatRoundedToTwoDecimals(wallH)}h${formatRoundedToTwoDecimals(-w)}Z`,
    mix: t.wall,
    to: t.wall,
  });
  shapes.push({
    d: `M${formatRoundedToTwoDecimals(x)} ${formatRoundedToTwoDecimals(eaves)}h${formatRoundedToTwoDecimals(w)}v${formatRoundedToTwoDecimals(w * 0.022)}h${formatRoundedToTwoDecimals(-w)}Z`,
    mix: t.wallShade,
  });
  shapes.push({
    d: `M${formatRoundedToTwoDecimals(x + w * 0.93)} ${formatRoundedToTwoDecimals(eaves)}h${formatRoundedToTwoDecimals(w * 0.07)}v${formatRoundedToTwoDecimals(wallH)}h${formatRoundedToTwoDecimals(-w * 0.07)}Z`,
    mix: t.wallShade,
  });
  const roof: Point[] = [
    [x - w * 0.02, eaves],
    [x + w * 0.12, eaves - roofH],
    [x + w * 0.88, eaves - roofH],
    [x + w * 1.02, eaves],
  ];
  shapes.push({ d: createPolygonPath(roof), mix: t.roof });
  shapes.push({
    d: createPolygonPath([
      [x - w * 0.02, eaves],
      [x + w * 0.12, eaves - roofH],
      [x + w * 0.17, eaves],
    ]),
    mix: t.roofLight,
  });
  const courses = [0.18, 0.36, 0.54, 0.72, 0.88].map((k) => {
    const inset = 0.14 * w * k;
    return `M${formatRoundedToTwoDecimals(x - w * 0.02 + inset + w * 0.17 * (1 - k))} ${formatRoundedToTwoDecimals(eaves - roofH * k)}H${formatRoundedToTwoDecimals(x + w * 1.02 - inset)}`;
  });
  shapes.push({ d: courses.join(''), mix: t.roofLight, stroke: w * 0.0034 });
  for (const k of [0.3, 0.5, 0.7]) {
    const dx = x + w * k;
    const [dw, dh] = [w * 0.064, roofH * 0.5];
    const foot = eaves - roofH * 0.12;
    shapes.push({
      d: createPolygonPath([
        [dx - dw / 2, foot],
        [dx - dw / 2, foot - dh * 0.7],
        [dx, foot - dh * 1.1],
        [dx + dw / 2, foot - dh * 0.7],
        [dx + dw / 2, foot],
      ]),
      mix: t.wall,
    });
    shapes.push({
      d: createPolygonPath([
        [dx - dw * 0.68, foot - dh * 0.6],
        [dx, foot - dh * 1.24],
        [dx + dw * 0.68, foot - dh * 0.6],
        [dx, foot - dh * 1.04],
      ]),
      mix: t.roof,
    });
    shapes.push({
      d: `M${formatRoundedToTwoDecimals(dx - dw * 0.26)} ${formatRoundedToTwoDecimals(foot)}v${formatRoundedToTwoDecimals(-dh * 0.66)}h${formatRoundedToTwoDecimals(dw * 0.52)}v${formatRoundedToTwoDecimals(dh * 0.66)}Z`,
      mix: t.opening,
    });
  }
  for (const k of [0.1, 0.26, 0.42, 0.58, 0.74, 0.9]) {
    const wx = x + w * k;
    shapes.push(...windowAt(wx, eaves + wallH * 0.13, w * 0.036, wallH * 0.28, t));
    if (k !== 0.42) shapes.push(...windowAt(wx, eaves + wallH * 0.56, w * 0.036, wallH * 0.32, t));
  }
  const door = x + w * 0.42;
  shapes.push({
    d: `M${formatRoundedToTwoDecimals(door - w * 0.03)} ${formatRoundedToTwoDecimals(y)}V${formatRoundedToTwoDecimals(y - wallH * 0.36)}A${formatRoundedToTwoDecimals(w * 0.03)} ${formatRoundedToTwoDecimals(w * 0.03)} 0 0 1 ${formatRoundedToTwoDecimals(door + w * 0.03)} ${formatRoundedToTwoDecimals(y - wallH * 0.36)}V${formatRoundedToTwoDecimals(y)}Z`,
    mix: t.opening,
  });
  return shapes;
}

/** Draws a barn with one gable wall and one visible roof slope. */
export function drawBarnShapes(x: number, y: number, w: number, t: HouseInkDensities, hasDoor = true): SceneShape[] {
  const h = w * 0.3;
  const r = w * 0.24;
  const g = w * 0.34;
  const shapes: SceneShape[] = [
    {
      d: createPolygonPath([
        [x, y],
        [x, y - h],
        [x + g / 2, y - h - r],
        [x + g, y - h],
        [x + g, y],
      ]),
      mix: t.wall,
    },
    {
      d: createPolygonPath([
        [x + g, y],
        [x + g, y - h],
        [x + w, y - h],
        [x + w, y],
      ]),
      mix: t.wallShade,
    },
    {
      d: createPolygonPath([
        [x + g * 0.46, y - h - r * 1.07],
        [x + g * 1.06, y - h * 0.96],
        [x + w * 1.03, y - h * 0.96],
        [x + w * 0.86, y - h - r * 1.07],
      ]),
      mix: t.roof,
    },
    {
      d: createPolygonPath([
        [x - w * 0.02, y - h * 0.94],
        [x + g * 0.46, y - h - r * 1.07],
        [x + g * 0.54, y - h - r * 1.0],
        [x + w * 0.02, y - h * 0.88],
      ]),
      mix: t.roofLight,
    },
  ];
  if (hasDoor) {
    const d = g * 0.2;
    shapes.push({
      d: `M${formatRoundedToTwoDecimals(x + g / 2 - d)} ${formatRoundedToTwoDecimals(y)}V${formatRoundedToTwoDecimals(y - h * 0.6)}A${formatRoundedToTwoDecimals(d)} ${formatRoundedToTwoDecimals(d)} 0 0 1 ${formatRoundedToTwoDecimals(x + g / 2 + d)} ${formatRoundedToTwoDecimals(y - h * 0.6)}V${formatRoundedToTwoDecimals(y)}Z`,
      mix: t.opening,
    });
  }
  return shapes;
}
