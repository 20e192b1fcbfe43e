import {
  DUSK_COLOUR_INK_DENSITIES,
  HAZE_COLOUR_INK_DENSITIES,
  LEAF_COLOUR_INK_DENSITIES,
  DARK_LEAF_COLOUR_INK_DENSITIES,
  MEADOW_COLOUR_INK_DENSITIES,
  SKY_COLOUR_INK_DENSITIES,
  SUN_COLOUR_INK_DENSITIES,
  LOW_SUN_COLOUR_INK_DENSITIES,
} from './inks.ts';
import { drawCampTableShapes, drawMotorhomeShapes } from './motorhome.ts';
import type { PrintScene, SceneShape } from './print-scene.ts';
import { drawBoxShape, drawDiscShape, drawHillShape, drawTreeShapes, drawWoodEdgeShape } from './scenery.ts';
import { drawVineRowsShapes } from './vines.ts';

const W = 2400;
const H = 1600;

function ground(): SceneShape[] {
  return [
    drawBoxShape(0, 0, W, H, SKY_COLOUR_INK_DENSITIES, DUSK_COLOUR_INK_DENSITIES),
    drawDiscShape(1180, 640, 440, [0.42, 0, 0, 0]),
    drawDiscShape(1180, 640, 260, SUN_COLOUR_INK_DENSITIES, LOW_SUN_COLOUR_INK_DENSITIES),
    drawHillShape(
      W,
      H,
      [
        [0, 720],
        [500, 650],
        [1100, 730],
        [1700, 640],
        [2400, 710],
      ],
      HAZE_COLOUR_INK_DENSITIES,
      [0.7, 0.3, 0.1, 0],
    ),
    drawHillShape(
      W,
      H,
      [
        [0, 800],
        [600, 770],
        [1300, 810],
        [1900, 764],
        [2400, 800],
      ],
      [0.5, 0.55, 0.05, 0],
      MEADOW_COLOUR_INK_DENSITIES,
    ),
    drawWoodEdgeShape([1500, 818], [2460, 812], 60, [0.2, 0.86, 0, 0.26], 3),
    ...drawVineRowsShapes({
      vanish: [1240, 720],
      clip: 'M0 850C700 826 1500 850 2400 836V1150H0Z',
      far: 838,
      near: 1300,
      from: -3200,
      to: 5600,
      step: 200,
      soil: [0.75, 0, 0.3, 0],
      side: [0, 0.95, 0, 0.5],
      top: [0.5, 0.8, 0, 0],
      shade: [0.2, 0.3, 0.5, 0.4],
    }),
  ];
}

/** Draws two motorhomes under oaks at the edge of the vines, in the evening. */
export function drawMotorhomesScene(): PrintScene {
  const shapes: SceneShape[] = [
    ...ground(),
    drawHillShape(
      W,
      H,
      [
        [0, 1070],
        [600, 1050],
        [1300, 1080],
        [1900, 1046],
        [2400, 1080],
      ],
      [0.6, 0.62, 0, 0],
      [0.3, 0.9, 0, 0.2],
    ),
    ...drawTreeShapes(230, 1170, 820, DARK_LEAF_COLOUR_INK_DENSITIES, LEAF_COLOUR_INK_DENSITIES, 4),
    ...drawTreeShapes(2220, 1150, 760, DARK_LEAF_COLOUR_INK_DENSITIES, LEAF_COLOUR_INK_DENSITIES, 11),
    ...drawMotorhomeShapes(1400, 1190, 660, false),
    ...drawMotorhomeShapes(420, 1330, 900),
    { d: 'M320 1338H1440C1520 1350 1460 1376 1320 1378H400C270 1376 250 1350 320 1338Z', mix: [0.1, 0.9, 0, 0.5] },
    {
      d: 'M1370 1196H2140C2180 1204 2150 1222 2080 1222H1420C1350 1220 1340 1204 1370 1196Z',
      mix: [0.1, 0.9, 0, 0.5],
    },
    ...drawCampTableShapes(1480, 1450, 320),
  ];
  return { width: W, height: H, shapes };
}

/** Draws a closer view of the same meadow, with one motorhome and a lit lantern in the tree. */
export function drawMotorhomeCloseUpScene(): PrintScene {
  const shapes: SceneShape[] = [
    ...ground(),
    drawHillShape(
      W,
      H,
      [
        [0, 1110],
        [600, 1080],
        [1300, 1120],
        [1900, 1090],
        [2400, 1110],
      ],
      [0.6, 0.62, 0, 0],
      [0.3, 0.9, 0, 0.2],
    ),
    ...drawTreeShapes(1960, 1240, 900, DARK_LEAF_COLOUR_INK_DENSITIES, LEAF_COLOUR_INK_DENSITIES, 7),
    ...drawMotorhomeShapes(430, 1380, 1060),
    { d: 'M340 1386H1560C1640 1400 1580 1426 1440 1428H420C300 1424 280 1400 340 1386Z', mix: [0.1, 0.9, 0, 0.5] },
    ...drawCampTableShapes(1700, 1440, 300),
    { d: 'M1560 800C1640 860 1740 876 1840 850', mix: [0, 0, 0.15, 1], stroke: 5 },
    ...[1590, 1640, 1700, 1760, 1815].map((x, i) => drawDiscShape(x, [834, 864, 880, 878, 866][i]!, 15, [0.5, 0, 0, 0])),
  ];
  return { width: W, height: H, shapes };
}
