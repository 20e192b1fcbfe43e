import { drawBarnShapes, drawManorShapes } from './buildings.ts';
import {
  DUSK_COLOUR_INK_DENSITIES,
  HAZE_COLOUR_INK_DENSITIES,
  BLACK_COLOUR_INK_DENSITIES,
  DARK_LEAF_COLOUR_INK_DENSITIES,
  MEADOW_COLOUR_INK_DENSITIES,
  SKY_COLOUR_INK_DENSITIES,
  SUN_COLOUR_INK_DENSITIES,
  LOW_SUN_COLOUR_INK_DENSITIES,
} from './inks.ts';
import { drawGrapePickerShapes } from './people.ts';
import type { PrintScene, SceneShape } from './print-scene.ts';
import { drawBoxShape, drawDiscShape, drawHillShape, drawTreeShapes, drawWoodEdgeShape } from './scenery.ts';
import { manorInkDensities } from './view-estate.ts';
import { drawVineRowsShapes } from './vines.ts';

const W = 2400;
const H = 1600;

/** Draws bare vines on their wires under a pale sun, with frost on the grass. */
export function drawWinterVinesScene(): PrintScene {
  const shapes: SceneShape[] = [
    drawBoxShape(0, 0, W, H, [0, 0.03, 0, 0.06], [0.28, 0, 0.1, 0]),
    drawDiscShape(760, 560, 330, [0.14, 0, 0.04, 0]),
    drawDiscShape(760, 560, 190, [0.75, 0, 0.1, 0], [0.6, 0, 0.4, 0]),
    drawHillShape(
      W,
      H,
      [
        [0, 690],
        [500, 640],
        [980, 700],
        [1560, 620],
        [2050, 680],
        [2400, 630],
      ],
      [0, 0.1, 0, 0.2],
      [0.1, 0, 0.04, 0.06],
    ),
    drawHillShape(
      W,
      H,
      [
        [0, 770],
        [420, 742],
        [1000, 772],
        [1500, 726],
        [2000, 770],
        [2400, 736],
      ],
      [0, 0.34, 0.06, 0.24],
      [0.14, 0.16, 0, 0],
    ),
    drawWoodEdgeShape([1240, 788], [2440, 778], 84, [0, 0.3, 0.2, 0.62], 12),
    drawWoodEdgeShape([-40, 800], [640, 800], 56, [0, 0.3, 0.2, 0.55], 4),
    drawHillShape(
      W,
      H,
      [
        [0, 800],
        [700, 792],
        [1300, 808],
        [1900, 796],
        [2400, 806],
      ],
      [0.2, 0.24, 0, 0],
      [0.3, 0.3, 0.06, 0],
    ),
    ...drawBarnShapes(1560, 842, 300, manorInkDensities),
    ...drawVineRowsShapes({
      vanish: [820, 760],
      clip: 'M0 850C600 832 1200 852 2400 842V1600H0Z',
      far: 836,
      near: 2250,
      from: -6800,
      to: 9800,
      step: 600,
      soil: [0.12, 0.12, 0, 0.04],
      soilTo: [0.4, 0.3, 0.16, 0],
      side: [0, 0, 0.3, 0.66],
      top: BLACK_COLOUR_INK_DENSITIES,
      shade: BLACK_COLOUR_INK_DENSITIES,
      isBare: true,
    }),
  ];
  return { width: W, height: H, shapes };
}

/** Draws rows in autumn colours with pickers between them and crates at the end of a row. */
export function drawHarvestScene(): PrintScene {
  const shapes: SceneShape[] = [
    drawBoxShape(0, 0, W, H, SKY_COLOUR_INK_DENSITIES, DUSK_COLOUR_INK_DENSITIES),
    drawDiscShape(620, 610, 420, [0.42, 0, 0, 0]),
    drawDiscShape(620, 610, 270, SUN_COLOUR_INK_DENSITIES, LOW_SUN_COLOUR_INK_DENSITIES),
    drawHillShape(
      W,
      H,
      [
        [0, 640],
        [560, 720],
        [1100, 610],
        [1700, 690],
        [2400, 590],
      ],
      HAZE_COLOUR_INK_DENSITIES,
      [0.7, 0.2, 0.2, 0],
    ),
    drawHillShape(
      W,
      H,
      [
        [0, 760],
        [600, 742],
        [1180, 780],
        [1800, 722],
        [2400, 770],
      ],
      [0.8, 0.3, 0.3, 0],
      MEADOW_COLOUR_INK_DENSITIES,
    ),
    ...drawManorShapes(1620, 806, 300, manorInkDensities),
    ...drawTreeShapes(1590, 816, 190, DARK_LEAF_COLOUR_INK_DENSITIES, [0.7, 0.2, 0.7, 0], 5),
    ...drawTreeShapes(1980, 820, 230, DARK_LEAF_COLOUR_INK_DENSITIES, [0.9, 0.1, 0.5, 0], 8),
    drawWoodEdgeShape([2060, 806], [2460, 800], 60, [0.2, 0.7, 0.3, 0.3], 9),
    ...drawVineRowsShapes({
      vanish: [1260, 740],
      clip: 'M0 842C500 812 900 836 1300 828S2100 822 2400 846V1600H0Z',
      far: 826,
      near: 2200,
      from: -6600,
      to: 9200,
      step: 600,
      soil: [0.7, 0.3, 0.1, 0],
      soilTo: [0.85, 0.25, 0.24, 0],
      side: [0.3, 0.1, 0.95, 0.34],
      top: [1, 0, 0.42, 0],
      shade: [0.2, 0.3, 0.7, 0.5],
      seed: 8,
    }),
    ...drawGrapePickerShapes(1010, 1120, 250, false),
    ...drawGrapePickerShapes(1610, 1040, 190, true),
    ...drawGrapePickerShapes(1190, 960, 112, false),
    ...drawGrapePickerShapes(420, 1300, 360, true),
  ];
  return { width: W, height: H, shapes };
}

/** Draws rows of vines that fade into morning mist. */
export function drawMistyVinesScene(): PrintScene {
  const shapes: SceneShape[] = [
    drawBoxShape(0, 0, W, H, [0.04, 0, 0, 0.04], [0.36, 0, 0.05, 0]),
    drawDiscShape(1560, 520, 190, [0.7, 0, 0, 0], [0.5, 0, 0.2, 0]),
    drawHillShape(
      W,
      H,
      [
        [0, 560],
        [520, 610],
        [1000, 540],
        [1600, 610],
        [2400, 520],
      ],
      [0, 0.16, 0, 0.22],
      [0.05, 0, 0, 0],
    ),
    drawWoodEdgeShape([300, 700], [1300, 680], 110, [0, 0.34, 0, 0.24], 7),
    drawHillShape(
      W,
      H,
      [
        [0, 690],
        [600, 720],
        [1300, 660],
        [1900, 700],
        [2400, 660],
      ],
      [0, 0.34, 0, 0.2],
      [0.04, 0, 0, 0],
    ),
    ...drawTreeShapes(1860, 800, 330, [0, 0.5, 0, 0.4], [0, 0.55, 0, 0.24], 3),
    ...drawTreeShapes(640, 800, 210, [0, 0.4, 0, 0.32], [0, 0.45, 0, 0.2], 5),
    drawHillShape(
      W,
      H,
      [
        [0, 780],
        [700, 800],
        [1300, 774],
        [1900, 800],
        [2400, 780],
      ],
      [0.05, 0.16, 0, 0],
      [0.2, 0.4, 0, 0],
    ),
    ...drawVineRowsShapes({
      vanish: [1040, 720],
      clip: 'M0 880C600 856 1200 876 2400 862V1600H0Z',
      far: 862,
      near: 2200,
      from: -6600,
      to: 9000,
      step: 580,
      soil: [0.1, 0.14, 0, 0],
      soilTo: [0.5, 0.4, 0.05, 0],
      side: [0, 0.9, 0, 0.56],
      top: [0.3, 0.8, 0, 0.06],
      shade: [0, 0.5, 0.1, 0.4],
      seed: 5,
    }),
    {
      d: 'M0 850C500 800 700 900 1200 862S2000 820 2400 868V1010C1900 930 1600 1000 1100 960S400 960 0 1000Z',
      mix: [0.03, 0.02, 0, 0],
    },
  ];
  return { width: W, height: H, shapes };
}
