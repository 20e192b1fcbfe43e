import { drawBasketShapes } from './basket.ts';
import { drawManorShapes } from './buildings.ts';
import { MEADOW_COLOUR_INK_DENSITIES, SKY_COLOUR_INK_DENSITIES, LIGHT_SLATE_COLOUR_INK_DENSITIES, STONE_COLOUR_INK_DENSITIES, SUN_COLOUR_INK_DENSITIES } from './inks.ts';
import type { PrintScene, SceneShape, InkDensities } from './print-scene.ts';
import { drawBoxShape, drawDiscShape, drawHillShape } from './scenery.ts';
import { manorInkDensities } from './view-estate.ts';
import { drawWillowShapes } from './willow.ts';

const WILLOW_DARK: InkDensities = [0, 0.9, 0, 0.5];
const WILLOW: InkDensities = [0.3, 0.9, 0, 0];
const H = 1600;
const W = 2400;
/** Draws baskets on the grass, the house behind. */
export function drawGrassBasketsScene(): PrintScene {
  const shapes: SceneShape[] = [
    drawBoxShape(0, 0, W, H, SKY_COLOUR_INK_DENSITIES, [0.6, 0, 0.03, 0]),
    drawDiscShape(1500, 540, 240, SUN_COLOUR_INK_DENSITIES, [0.8, 0, 0.26, 0]),
    drawHillShape(
      W,
      H,
      [
        [0, 700],
        [600, 620],
        [1200, 690],
        [1800, 590],
        [2400, 650],
      ],
      [0.3, 0.3, 0, 0],
      [0.4, 0.5, 0, 0],
    ),
    ...drawManorShapes(600, 730, 260, manorInkDensities),
    ...drawWillowShapes(420, 830, 300, WILLOW_DARK, WILLOW, 7),
    drawHillShape(
      W,
      H,
      [
        [0, 800],
        [1000, 760],
        [2400, 800],
      ],
      MEADOW_COLOUR_INK_DENSITIES,
      [0.3, 0.9, 0, 0.1],
    ),
    { d: 'M0 1140H2400V1600H0Z', mix: STONE_COLOUR_INK_DENSITIES, to: [0.3, 0, 0.04, 0.1] },
    { d: 'M0 1140H2400', mix: LIGHT_SLATE_COLOUR_INK_DENSITIES, stroke: 12 },
    {
      d: 'M0 1330H2400M520 1140V1330M1500 1140V1330M980 1330V1600M1980 1330V1600',
      mix: [0.3, 0, 0.06, 0.3],
      stroke: 7,
    },
    {
      d: 'M620 1470C620 1440 900 1426 1240 1426S1860 1440 1860 1474S1500 1520 1200 1520S620 1500 620 1470Z',
      mix: [0.1, 0.05, 0, 0.44],
    },
    ...drawBasketShapes(1000, 1470, 760, [0, 0.1, 0.75, 0.62], [0.1, 0, 0.75, 0.26]),
    ...drawBasketShapes(1620, 1500, 480, [0.3, 0.7, 0, 0.1], [0.5, 0.4, 0, 0]),
  ];
  return { width: W, height: H, shapes };
}
