import { drawBarnShapes, type HouseInkDensities, drawManorShapes } from './buildings.ts';
import type { PrintScene, SceneShape } from './print-scene.ts';
import { drawBoxShape, drawDiscShape, drawHillShape, drawTreeShapes, drawWoodEdgeShape } from './scenery.ts';
import { drawVineRowsShapes } from './vines.ts';

const W = 2400;
const H = 1600;

export const manorInkDensities: HouseInkDensities = {
  wall: [0.14, 0, 0, 0],
  wallShade: [0.5, 0, 0.34, 0],
  roof: [0, 0, 0.1, 0.86],
  roofLight: [0, 0.1, 0.1, 0.56],
  opening: [0, 0, 0.2, 0.92],
  shutter: [0, 0.85, 0, 0.1],
};

/** Draws the house between oaks, with vines in front and a low sun behind. */
export function drawEstateScene(): PrintScene {
  const shapes: SceneShape[] = [
    drawBoxShape(0, 0, W, H, [0.05, 0, 0, 0], [0.86, 0, 0.16, 0]),
    drawDiscShape(1110, 690, 470, [0.42, 0, 0, 0], [0.5, 0, 0.05, 0]),
    drawDiscShape(1110, 690, 300, [0.98, 0, 0, 0], [0.9, 0, 0.34, 0]),
    drawHillShape(
      W,
      H,
      [
        [0, 742],
        [320, 690],
        [760, 640],
        [1240, 722],
        [1700, 650],
        [2080, 690],
        [2400, 640],
      ],
      [0.5, 0.26, 0.12, 0],
      [0.7, 0.3, 0.1, 0],
    ),
    drawHillShape(
      W,
      H,
      [
        [0, 800],
        [420, 770],
        [900, 806],
        [1500, 770],
        [2000, 806],
        [2400, 750],
      ],
      [0.55, 0.52, 0.06, 0],
      [0.8, 0.4, 0.1, 0],
    ),
    drawWoodEdgeShape([0, 826], [820, 850], 54, [0.2, 0.86, 0, 0.26], 5),
    drawWoodEdgeShape([1900, 836], [2440, 810], 60, [0.2, 0.86, 0, 0.26], 8),
    drawHillShape(
      W,
      H,
      [
        [0, 850],
        [600, 842],
        [1200, 872],
        [1800, 846],
        [2400, 862],
      ],
      [0.8, 0.42, 0, 0],
      [0.9, 0.3, 0.1, 0],
    ),
  ];
  shapes.push(...drawTreeShapes(1166, 900, 330, [0, 0.9, 0, 0.62], [0.3, 0.95, 0, 0.06], 4));
  shapes.push(...drawManorShapes(1280, 902, 520, manorInkDensities), ...drawBarnShapes(1790, 908, 260, manorInkDensities));
  shapes.push(
    ...drawTreeShapes(1236, 926, 250, [0, 0.9, 0, 0.66], [0.36, 0.95, 0, 0.05], 9),
    ...drawTreeShapes(2170, 930, 420, [0, 0.9, 0, 0.66], [0.36, 0.95, 0, 0.05], 3),
  );
  shapes.push(
    ...drawVineRowsShapes({
      vanish: [940, 830],
      clip: 'M0 930C500 902 900 930 1300 918S2100 914 2400 934V1600H0Z',
      far: 908,
      near: 2150,
      from: -19600,
      to: 21840,
      step: 560,
      soil: [0.75, 0, 0.34, 0],
      soilTo: [0.9, 0, 0.62, 0],
      side: [0, 0.95, 0, 0.5],
      top: [0.52, 0.8, 0, 0],
      shade: [0.1, 0.2, 0.6, 0.55],
    }),
  );
  return { width: W, height: H, shapes };
}
