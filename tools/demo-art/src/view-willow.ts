import { drawBasketShapes } from './basket.ts';
import { drawManorShapes } from './buildings.ts';
import { joinPointsWithLineCommands } from './curve.ts';
import {
  HAZE_COLOUR_INK_DENSITIES,
  LEAF_COLOUR_INK_DENSITIES,
  DARK_LEAF_COLOUR_INK_DENSITIES,
  MEADOW_COLOUR_INK_DENSITIES,
  DEEP_OAK_COLOUR_INK_DENSITIES,
  PAPER_COLOUR_INK_DENSITIES,
  SKY_COLOUR_INK_DENSITIES,
  STONE_COLOUR_INK_DENSITIES,
  SUN_COLOUR_INK_DENSITIES,
} from './inks.ts';
import type { PrintScene, SceneShape, InkDensities } from './print-scene.ts';
import { drawBoxShape, drawDiscShape, drawHillShape, drawTreeShapes, drawWoodEdgeShape } from './scenery.ts';
import { drawPosterBottleShapes, drawPosterGlassShapes } from './tableware.ts';
import { manorInkDensities } from './view-estate.ts';
import { drawVineRowsShapes } from './vines.ts';
import { drawWillowShapes } from './willow.ts';

const W = 2400;
const H = 1600;
const REED: InkDensities = [0.3, 0.9, 0, 0.1];

function sky(x: number, y: number): SceneShape[] {
  return [
    drawBoxShape(0, 0, W, H, SKY_COLOUR_INK_DENSITIES, [0.62, 0, 0.03, 0]),
    drawDiscShape(x, y, 400, [0.34, 0, 0, 0]),
    drawDiscShape(x, y, 240, SUN_COLOUR_INK_DENSITIES, [0.8, 0, 0.26, 0]),
    drawHillShape(
      W,
      H,
      [
        [0, 690],
        [500, 620],
        [1000, 700],
        [1600, 610],
        [2400, 700],
      ],
      HAZE_COLOUR_INK_DENSITIES,
      [0.4, 0.3, 0, 0],
    ),
    drawWoodEdgeShape([-40, 760], [900, 770], 60, [0.1, 0.6, 0, 0.2], 5),
  ];
}

const WILLOW_DARK: InkDensities = [0, 0.95, 0, 0.42];
const WILLOW_LIGHT: InkDensities = [0.42, 0.8, 0, 0];

/** Draws a rowing boat at the edge of the pond. */
function rowingBoat(x: number, y: number, w: number): SceneShape[] {
  return [
    {
      d: `M${x - w * 0.5} ${y}C${x - w * 0.3} ${y + w * 0.2} ${x + w * 0.3} ${y + w * 0.2} ${x + w * 0.54} ${y - w * 0.05}L${x + w * 0.4} ${y}Z`,
      mix: [0, 0, 1, 0.1],
    },
    {
      d: `M${x - w * 0.5} ${y}C${x - w * 0.2} ${y - w * 0.07} ${x + w * 0.3} ${y - w * 0.08} ${x + w * 0.54} ${y - w * 0.05}C${x + w * 0.3} ${y + w * 0.05} ${x - w * 0.2} ${y + w * 0.06} ${x - w * 0.5} ${y}Z`,
      mix: [0.8, 0, 0.3, 0.1],
    },
    {
      d: `M${x - w * 0.16} ${y + w * 0.03}L${x - w * 0.1} ${y - w * 0.05}M${x + w * 0.16} ${y + w * 0.02}L${x + w * 0.2} ${y - w * 0.06}`,
      mix: DEEP_OAK_COLOUR_INK_DENSITIES,
      stroke: w * 0.035,
    },
    { d: `M${x - w * 0.4} ${y + w * 0.2}H${x + w * 0.3}`, mix: [0.1, 0.3, 0, 0.5], stroke: w * 0.02 },
  ];
}

/** Draws the stone house on a hill, with vines on the slope and willows around the pond below. */
export function drawWillowEstateScene(): PrintScene {
  const red = { ...manorInkDensities, shutter: [0, 0, 1, 0] as InkDensities };
  const shapes: SceneShape[] = [
    ...sky(640, 610),
    drawHillShape(
      W,
      H,
      [
        [0, 800],
        [500, 776],
        [800, 770],
        [1120, 706],
        [1500, 656],
        [1960, 680],
        [2400, 730],
      ],
      [0.5, 0.7, 0, 0],
      [0.6, 0.5, 0, 0],
    ),
    ...drawTreeShapes(1230, 706, 270, DARK_LEAF_COLOUR_INK_DENSITIES, LEAF_COLOUR_INK_DENSITIES, 5),
    ...drawManorShapes(1296, 698, 520, red),
    ...drawTreeShapes(1910, 706, 330, DARK_LEAF_COLOUR_INK_DENSITIES, LEAF_COLOUR_INK_DENSITIES, 9),
    ...drawVineRowsShapes({
      vanish: [1110, 620],
      clip: 'M0 856C400 810 800 800 1140 716L1340 706C1290 830 1190 1020 1000 1190C700 1270 300 1300 0 1310Z',
      far: 700,
      near: 1500,
      from: -11000,
      to: 3600,
      step: 300,
      soil: [0.7, 0, 0.14, 0],
      side: [0, 0.95, 0, 0.5],
      top: [0.4, 0.85, 0, 0],
      shade: [0.3, 0.4, 0.2, 0.3],
    }),
    {
      d: 'M0 1310C300 1290 700 1260 960 1190C1180 1130 1280 880 1330 700C1700 694 2100 700 2400 760V1600H0Z',
      mix: [0.55, 0.6, 0, 0],
      to: [0.3, 0.95, 0, 0.16],
    },
    {
      d: 'M1502 698H1528C1540 860 1420 980 1480 1110C1510 1170 1580 1200 1640 1240L1560 1260C1470 1220 1380 1180 1370 1100C1360 980 1494 850 1502 698Z',
      mix: STONE_COLOUR_INK_DENSITIES,
      to: [0.3, 0, 0.02, 0],
    },
    {
      d: 'M560 1380C640 1270 1100 1230 1500 1240S2120 1290 2100 1400S1600 1560 1180 1550S500 1480 560 1380Z',
      mix: [0.1, 0.1, 0, 0.04],
      to: [0.1, 0.36, 0, 0.34],
    },
    { d: 'M1500 1300H1780M1000 1440H1400M1500 1470H1820M860 1480H1140M1560 1380H1760', mix: PAPER_COLOUR_INK_DENSITIES, stroke: 7 },
    { d: 'M760 1310H900M700 1350H960M740 1392H900M700 1430H830', mix: SUN_COLOUR_INK_DENSITIES, stroke: 9 },
    ...drawWillowShapes(2050, 1370, 640, WILLOW_DARK, WILLOW_LIGHT, 3),
    ...drawWillowShapes(330, 1450, 700, WILLOW_DARK, WILLOW_LIGHT, 8),
    ...rowingBoat(1250, 1350, 300),
  ];
  for (let i = 0; i < 18; i++) {
    const x = 1500 + i * 24 + (i % 3) * 9;
    shapes.push({
      d: `M${x} 1580C${x + 4} 1540 ${x + 12} 1500 ${x + 20 + (i % 4) * 8} ${1470 - (i % 5) * 16}`,
      mix: i % 2 ? DARK_LEAF_COLOUR_INK_DENSITIES : REED,
      stroke: 7,
    });
  }
  return { width: W, height: H, shapes };
}

/** Draws a long lunch table under the willow. */
export function drawPicnicScene(): PrintScene {
  const cloth: [number, number][] = [
    [420, 1060],
    [2020, 1060],
    [2140, 1180],
    [300, 1180],
  ];
  const shapes: SceneShape[] = [
    ...sky(640, 560),
    drawHillShape(
      W,
      H,
      [
        [0, 790],
        [600, 760],
        [1300, 800],
        [2400, 750],
      ],
      [0.5, 0.6, 0, 0],
      MEADOW_COLOUR_INK_DENSITIES,
    ),
    ...drawManorShapes(1080, 800, 300, manorInkDensities),
    ...drawTreeShapes(1030, 806, 150, DARK_LEAF_COLOUR_INK_DENSITIES, LEAF_COLOUR_INK_DENSITIES, 5),
    ...drawTreeShapes(1430, 808, 170, DARK_LEAF_COLOUR_INK_DENSITIES, LEAF_COLOUR_INK_DENSITIES, 6),
    drawHillShape(
      W,
      H,
      [
        [0, 850],
        [800, 820],
        [1600, 850],
        [2400, 820],
      ],
      [0.45, 0.7, 0, 0],
      [0.2, 0.95, 0, 0.1],
    ),
    ...drawWillowShapes(2080, 1010, 940, WILLOW_DARK, WILLOW_LIGHT, 6),
    { d: 'M260 1500H2180C2260 1520 2200 1560 2060 1560H380C260 1556 200 1520 260 1500Z', mix: [0, 0.9, 0, 0.5] },
    {
      d: 'M520 1180L470 1520M1900 1180L1960 1520M760 1180L740 1480M1660 1180L1690 1480',
      mix: [0.5, 0, 0.3, 0.4],
      stroke: 26,
    },
    { d: `M${joinPointsWithLineCommands(cloth)}Z`, mix: PAPER_COLOUR_INK_DENSITIES },
    {
      d: 'M300 1180H2140V1310C2080 1290 2040 1330 1960 1308S1800 1330 1700 1306S1500 1330 1400 1308S1200 1328 1100 1308S900 1330 800 1306S600 1328 520 1308S360 1326 300 1306Z',
      mix: [0.14, 0.03, 0, 0.02],
    },
    { d: 'M300 1210H2140', mix: [0, 0, 1, 0], stroke: 12 },
    ...drawPosterBottleShapes(1010, 1130, 520, DARK_LEAF_COLOUR_INK_DENSITIES, PAPER_COLOUR_INK_DENSITIES, [0, 0, 1, 0]),
    ...drawPosterBottleShapes(1190, 1110, 520, [0.3, 0, 0.36, 0], PAPER_COLOUR_INK_DENSITIES, [0, 0, 0.6, 0]),
    ...drawPosterGlassShapes(820, 1150, 260, [0, 0, 1, 0.2]),
    ...drawPosterGlassShapes(1380, 1140, 260, [0.2, 0, 0.4, 0]),
    ...drawPosterGlassShapes(640, 1130, 250, [0.6, 0, 0, 0]),
    ...drawBasketShapes(1690, 1150, 340, [0, 0.1, 0.75, 0.62], [0.1, 0, 0.75, 0.26]),
  ];
  return { width: W, height: H, shapes };
}
