import { drawTubShapes } from './barrels.ts';
import { drawBasketShapes } from './basket.ts';
import {
  CLAY_COLOUR_INK_DENSITIES,
  LEAF_COLOUR_INK_DENSITIES,
  DARK_LEAF_COLOUR_INK_DENSITIES,
  DEEP_LEAF_COLOUR_INK_DENSITIES,
  MEADOW_COLOUR_INK_DENSITIES,
  OAK_COLOUR_INK_DENSITIES,
  DEEP_OAK_COLOUR_INK_DENSITIES,
  PAPER_COLOUR_INK_DENSITIES,
  SKY_COLOUR_INK_DENSITIES,
  SLATE_COLOUR_INK_DENSITIES,
  LIGHT_SLATE_COLOUR_INK_DENSITIES,
  STONE_COLOUR_INK_DENSITIES,
  SUN_COLOUR_INK_DENSITIES,
  LOW_SUN_COLOUR_INK_DENSITIES,
} from './inks.ts';
import type { PrintScene, SceneShape, InkDensities } from './print-scene.ts';
import { drawBoxShape, drawDiscShape, drawHillShape } from './scenery.ts';
import { drawCheeseShapes, drawPosterBottleShapes, drawPosterGlassShapes, drawPosterGrapesShapes, drawPosterLeafShapes } from './tableware.ts';
import { drawVineRowsShapes } from './vines.ts';

const W = 2400;
const H = 1600;
const BLUE: InkDensities = [0, 0.1, 0.75, 0.62];
const BLUE_LIGHT: InkDensities = [0.1, 0, 0.75, 0.26];

/** Draws a low view of the vines, used behind windows and outdoor tables. */
function outdoors(sunX: number): SceneShape[] {
  return [
    drawBoxShape(0, 0, W, H, SKY_COLOUR_INK_DENSITIES, [0.7, 0, 0.1, 0]),
    drawDiscShape(sunX, 560, 380, [0.4, 0, 0, 0]),
    drawDiscShape(sunX, 560, 230, SUN_COLOUR_INK_DENSITIES, LOW_SUN_COLOUR_INK_DENSITIES),
    drawHillShape(
      W,
      H,
      [
        [0, 640],
        [600, 560],
        [1200, 650],
        [1800, 570],
        [2400, 640],
      ],
      [0.4, 0.24, 0.08, 0],
      [0.7, 0.3, 0.1, 0],
    ),
    drawHillShape(
      W,
      H,
      [
        [0, 730],
        [700, 690],
        [1400, 740],
        [2400, 690],
      ],
      [0.5, 0.55, 0.05, 0],
      MEADOW_COLOUR_INK_DENSITIES,
    ),
    ...drawVineRowsShapes({
      vanish: [1200, 660],
      clip: 'M0 786C800 760 1600 780 2400 766V1300H0Z',
      far: 768,
      near: 1500,
      from: -7400,
      to: 9680,
      step: 280,
      soil: [0.75, 0, 0.3, 0],
      side: [0, 0.95, 0, 0.5],
      top: [0.5, 0.8, 0, 0],
      shade: [0.2, 0.3, 0.5, 0.4],
    }),
  ];
}

function boards(top: number): SceneShape[] {
  const shapes: SceneShape[] = [
    drawBoxShape(0, top, W, H - top, OAK_COLOUR_INK_DENSITIES, [0.8, 0, 0.6, 0.2]),
    drawBoxShape(0, top, W, 16, [0.9, 0, 0.16, 0]),
  ];
  for (const k of [0.2, 0.46, 0.76]) {
    const y = top + (H - top) * k;
    shapes.push({ d: `M0 ${y}H${W}`, mix: DEEP_OAK_COLOUR_INK_DENSITIES, stroke: 4 + k * 5 });
    shapes.push({
      d: `M${300 + k * 900} ${y + 40}C${700 + k * 500} ${y + 22} ${900 + k * 500} ${y + 62} ${1300 + k * 600} ${y + 36}`,
      mix: DEEP_OAK_COLOUR_INK_DENSITIES,
      stroke: 3,
    });
  }
  return shapes;
}

/** Draws a basket of black grapes on boards, a knife beside it. */
export function drawGrapesBasketScene(): PrintScene {
  const shapes: SceneShape[] = [
    ...outdoors(1200),
    ...boards(1180),
    {
      d: 'M560 1420C560 1390 900 1376 1240 1376S1900 1390 1900 1424S1500 1470 1200 1470S560 1452 560 1420Z',
      mix: [0.3, 0, 0.6, 0.6],
    },
    ...drawBasketShapes(1200, 1420, 860, BLUE, BLUE_LIGHT),
    ...drawPosterLeafShapes(1760, 1440, 190, 74),
    ...drawPosterGrapesShapes(1800, 1380, 300, BLUE, BLUE_LIGHT),
    ...drawPosterLeafShapes(560, 1450, 210, -70),
    { d: 'M420 1500L640 1462C670 1458 680 1476 660 1484L440 1528Z', mix: DEEP_OAK_COLOUR_INK_DENSITIES },
    { d: 'M650 1464C740 1440 800 1430 830 1398C838 1450 760 1484 664 1484Z', mix: LIGHT_SLATE_COLOUR_INK_DENSITIES },
  ];
  return { width: W, height: H, shapes };
}

/** Draws a table in the evening with a bottle, two glasses, cheese, grapes and bread. */
export function drawEveningTableScene(): PrintScene {
  const shapes: SceneShape[] = [
    ...outdoors(760),
    ...boards(1200),
    { d: 'M300 1200L1980 1200L2160 1600H120Z', mix: PAPER_COLOUR_INK_DENSITIES, to: [0.1, 0, 0.04, 0] },
    { d: 'M420 1200L268 1600M1860 1200L2012 1600', mix: CLAY_COLOUR_INK_DENSITIES, stroke: 12 },
    {
      d: 'M900 1396C900 1378 1040 1372 1200 1372S1640 1378 1640 1398S1400 1424 1200 1424S900 1414 900 1396Z',
      mix: [0.34, 0, 0.14, 0.12],
    },
    ...drawPosterBottleShapes(1200, 1400, 960, DARK_LEAF_COLOUR_INK_DENSITIES, PAPER_COLOUR_INK_DENSITIES, SUN_COLOUR_INK_DENSITIES),
    ...drawPosterGlassShapes(930, 1430, 520, [0, 0, 1, 0.28]),
    ...drawPosterGlassShapes(1480, 1450, 520, SUN_COLOUR_INK_DENSITIES),
    ...drawCheeseShapes(1790, 1470, 340),
    ...drawPosterLeafShapes(580, 1450, 170, -60),
    ...drawPosterGrapesShapes(620, 1290, 330, BLUE, BLUE_LIGHT),
    {
      d: 'M1050 1530C1060 1480 1360 1464 1560 1490C1640 1502 1630 1556 1560 1560C1360 1572 1060 1580 1050 1530Z',
      mix: OAK_COLOUR_INK_DENSITIES,
    },
    { d: 'M1140 1500l44 34M1250 1490l44 38M1360 1488l44 38M1470 1496l40 36', mix: [0.3, 0, 0.1, 0], stroke: 12 },
  ];
  return { width: W, height: H, shapes };
}

/** Draws an old basket press with juice running into a tub. */
export function drawPressRoomScene(): PrintScene {
  const shapes: SceneShape[] = [
    drawBoxShape(0, 0, W, H, [0.5, 0, 0.24, 0.1], [0.7, 0, 0.4, 0.22]),
    { d: 'M1640 760V420A230 230 0 0 1 2100 420V760Z', mix: SKY_COLOUR_INK_DENSITIES, to: [0.7, 0, 0, 0] },
    { d: 'M1640 760V690C1760 640 1900 700 2100 650V760Z', mix: DEEP_LEAF_COLOUR_INK_DENSITIES },
    drawDiscShape(1900, 560, 80, SUN_COLOUR_INK_DENSITIES),
    { d: 'M1640 760V700C1760 660 1900 715 2100 670V760Z', mix: LEAF_COLOUR_INK_DENSITIES },
    { d: 'M1640 760V420A230 230 0 0 1 2100 420V760ZM1870 190V760M1640 480H2100', mix: DEEP_OAK_COLOUR_INK_DENSITIES, stroke: 22 },
    { d: 'M1640 760L1100 1600H2060L2100 760Z', mix: [0.75, 0, 0.2, 0], to: [0.9, 0, 0.3, 0.08] },
  ];
  shapes.push(drawBoxShape(0, 1290, W, 310, [0.6, 0, 0.5, 0.3], [0.4, 0, 0.6, 0.55]));
  const [x, top, foot, half] = [1060, 560, 1120, 400];
  shapes.push(drawBoxShape(x - 30, 130, 60, 700, SLATE_COLOUR_INK_DENSITIES), {
    d: Array.from({ length: 16 }, (_, i) => `M${x - 34} ${150 + i * 26}l68 16`).join(''),
    mix: LIGHT_SLATE_COLOUR_INK_DENSITIES,
    stroke: 8,
  });
  shapes.push(
    drawBoxShape(x - 460, 330, 920, 52, DEEP_OAK_COLOUR_INK_DENSITIES),
    drawBoxShape(x - 460, 330, 920, 20, OAK_COLOUR_INK_DENSITIES),
    drawDiscShape(x, 356, 70, SLATE_COLOUR_INK_DENSITIES),
    drawDiscShape(x, 356, 34, LIGHT_SLATE_COLOUR_INK_DENSITIES),
  );
  shapes.push(drawBoxShape(x - 330, 470, 660, 54, DEEP_OAK_COLOUR_INK_DENSITIES), drawBoxShape(x - 290, 416, 580, 56, OAK_COLOUR_INK_DENSITIES));
  shapes.push(drawBoxShape(x - half + 20, top, half * 2 - 40, foot - top, [0, 0, 0.7, 0.75]));
  for (let i = 0; i < 15; i++) {
    const sx = x - half + i * ((half * 2) / 15);
    const t = Math.abs(i - 5) / 10;
    shapes.push(
      drawBoxShape(sx + 4, top - 14, (half * 2) / 15 - 13, foot - top + 14, [0.9 - t * 0.2, 0, 0.36 + t * 0.3, t * 0.4]),
    );
  }
  for (const k of [0.12, 0.5, 0.86]) {
    const y = top + (foot - top) * k;
    shapes.push(
      drawBoxShape(x - half - 8, y, half * 2 + 16, 34, SLATE_COLOUR_INK_DENSITIES),
      drawBoxShape(x - half - 8, y, half * 2 + 16, 8, LIGHT_SLATE_COLOUR_INK_DENSITIES),
    );
  }
  shapes.push({
    d: `M${x - 560} ${foot}H${x + 560}L${x + 520} ${foot + 96}H${x - 520}Z`,
    mix: OAK_COLOUR_INK_DENSITIES,
    to: DEEP_OAK_COLOUR_INK_DENSITIES,
  });
  shapes.push(
    drawBoxShape(x - 440, foot + 96, 90, 250, DEEP_OAK_COLOUR_INK_DENSITIES),
    drawBoxShape(x + 350, foot + 96, 90, 250, DEEP_OAK_COLOUR_INK_DENSITIES),
  );
  shapes.push({ d: `M${x - 60} ${foot + 40}H${x + 60}L${x + 44} ${foot + 120}H${x - 44}Z`, mix: SLATE_COLOUR_INK_DENSITIES });
  shapes.push({
    d: `M${x - 34} ${foot + 116}C${x - 30} ${foot + 180} ${x - 22} ${foot + 230} ${x - 24} 1420H${x + 24}C${x + 22} ${foot + 230} ${x + 30} ${foot + 180} ${x + 34} ${foot + 116}Z`,
    mix: SUN_COLOUR_INK_DENSITIES,
  });
  shapes.push(...drawTubShapes(x, 1540, 520, 190));
  shapes.push({
    d: `M${x - 215} 1352A215 38 0 0 1 ${x + 215} 1352A215 38 0 0 1 ${x - 215} 1352Z`,
    mix: SUN_COLOUR_INK_DENSITIES,
    to: [0.9, 0, 0.3, 0],
  });
  shapes.push(
    { d: `M${x - 26} 1260H${x + 26}V1354H${x - 26}Z`, mix: SUN_COLOUR_INK_DENSITIES },
    { d: `M${x - 70} 1356A70 12 0 0 1 ${x + 70} 1356`, mix: STONE_COLOUR_INK_DENSITIES, stroke: 8 },
  );
  shapes.push(
    ...drawTubShapes(1800, 1500, 400, 190),
    ...drawPosterGrapesShapes(1700, 1180, 260, MEADOW_COLOUR_INK_DENSITIES, [0.7, 0.2, 0, 0]),
    ...drawPosterGrapesShapes(1890, 1190, 250, MEADOW_COLOUR_INK_DENSITIES, [0.7, 0.2, 0, 0]),
    ...drawPosterGrapesShapes(1796, 1160, 270, MEADOW_COLOUR_INK_DENSITIES, [0.7, 0.2, 0, 0]),
  );
  shapes.push(...drawTubShapes(1800, 1500, 400, 190).slice(0, 4));
  return { width: W, height: H, shapes };
}
