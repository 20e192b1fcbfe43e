import { drawManorShapes } from './buildings.ts';
import { formatRoundedToTwoDecimals } from './curve.ts';
import {
  CLAY_COLOUR_INK_DENSITIES,
  BLACK_COLOUR_INK_DENSITIES,
  DEEP_LEAF_COLOUR_INK_DENSITIES,
  DEEP_OAK_COLOUR_INK_DENSITIES,
  PAPER_COLOUR_INK_DENSITIES,
  SLATE_COLOUR_INK_DENSITIES,
  LIGHT_SLATE_COLOUR_INK_DENSITIES,
  STONE_COLOUR_INK_DENSITIES,
  SUN_COLOUR_INK_DENSITIES,
} from './inks.ts';
import { createSeededRandom } from './noise.ts';
import type { PrintScene, SceneShape, InkDensities } from './print-scene.ts';
import { drawBoxShape, drawDiscShape, drawHillShape, drawWoodEdgeShape } from './scenery.ts';
import { manorInkDensities } from './view-estate.ts';
import { drawVineRowsShapes } from './vines.ts';

const H = 1600;
const W = 2400;
function fir(x: number, y: number, h: number): SceneShape[] {
  const shapes: SceneShape[] = [drawBoxShape(x - h * 0.03, y - h * 0.08, h * 0.06, h * 0.1, DEEP_OAK_COLOUR_INK_DENSITIES)];
  for (let i = 0; i < 5; i++) {
    const top = y - h * (0.4 + i * 0.15);
    const foot = y - h * (0.06 + i * 0.16);
    const w = h * (0.34 - i * 0.058);
    shapes.push({
      d: `M${formatRoundedToTwoDecimals(x)} ${formatRoundedToTwoDecimals(top)}L${formatRoundedToTwoDecimals(x + w)} ${formatRoundedToTwoDecimals(foot)}L${formatRoundedToTwoDecimals(x + w * 0.4)} ${formatRoundedToTwoDecimals(foot - h * 0.02)}L${formatRoundedToTwoDecimals(x)} ${formatRoundedToTwoDecimals(foot + h * 0.012)}L${formatRoundedToTwoDecimals(x - w * 0.4)} ${formatRoundedToTwoDecimals(foot - h * 0.02)}L${formatRoundedToTwoDecimals(x - w)} ${formatRoundedToTwoDecimals(foot)}Z`,
      mix: DEEP_LEAF_COLOUR_INK_DENSITIES,
    });
    shapes.push({
      d: `M${formatRoundedToTwoDecimals(x)} ${formatRoundedToTwoDecimals(top)}L${formatRoundedToTwoDecimals(x - w)} ${formatRoundedToTwoDecimals(foot)}L${formatRoundedToTwoDecimals(x - w * 0.5)} ${formatRoundedToTwoDecimals(foot - h * 0.05)}L${formatRoundedToTwoDecimals(x - w * 0.2)} ${formatRoundedToTwoDecimals(foot - h * 0.03)}Z`,
      mix: [0.05, 0.04, 0, 0],
    });
  }
  return shapes;
}

/** Draws the house under snow with lit windows. */
export function drawChristmasScene(): PrintScene {
  const lit = {
    ...manorInkDensities,
    opening: SUN_COLOUR_INK_DENSITIES,
    roof: [0.06, 0.03, 0, 0.03] as InkDensities,
    roofLight: [0, 0.06, 0, 0.2] as InkDensities,
    wall: [0.4, 0, 0.24, 0.06] as InkDensities,
    wallShade: [0.3, 0, 0.4, 0.36] as InkDensities,
  };
  const random = createSeededRandom(24);
  const flakes = Array.from({ length: 230 }, () =>
    drawDiscShape(random() * W, random() * 1350, 3 + random() ** 2 * 9, PAPER_COLOUR_INK_DENSITIES),
  );
  const shapes: SceneShape[] = [
    drawBoxShape(0, 0, W, H, [0, 0.5, 0, 0.62], [0.2, 0.34, 0.2, 0.16]),
    drawDiscShape(1790, 360, 120, [0.3, 0, 0, 0]),
    drawHillShape(
      W,
      H,
      [
        [0, 800],
        [600, 740],
        [1200, 810],
        [1800, 740],
        [2400, 800],
      ],
      [0, 0.2, 0, 0.26],
      [0.03, 0.06, 0, 0.04],
    ),
    drawHillShape(
      W,
      H,
      [
        [0, 1010],
        [600, 980],
        [1300, 1000],
        [2400, 970],
      ],
      [0.06, 0.05, 0, 0.05],
      [0.02, 0, 0, 0],
    ),
    ...drawManorShapes(780, 1010, 820, lit),
    ...fir(560, 1090, 560),
    ...fir(1820, 1080, 640),
    ...fir(2100, 1120, 460),
    ...fir(280, 1130, 420),
    { d: 'M1080 1010C1100 1120 980 1240 760 1600H1180C1220 1300 1190 1120 1170 1010Z', mix: [0.14, 0.05, 0, 0.04] },
    { d: 'M1010 1010H1240L1330 1180H940Z', mix: [0.5, 0, 0.1, 0] },
    ...flakes,
  ];
  return { width: W, height: H, shapes };
}

/** Draws an old vine with secateurs hanging on the wire. */
export function drawPruningScene(): PrintScene {
  const stock =
    'M1020 1500C1060 1300 990 1180 1060 1040C1090 960 1080 900 1020 850C900 800 760 830 600 800L604 760C760 780 900 740 1040 790C1050 700 990 560 960 380L1000 372C1040 540 1100 660 1110 780C1170 720 1220 560 1300 330L1336 344C1280 560 1240 720 1180 810C1320 770 1500 800 1740 740L1750 784C1520 850 1330 830 1200 890C1150 960 1180 1060 1190 1160C1200 1280 1240 1400 1300 1500Z';
  const shapes: SceneShape[] = [
    drawBoxShape(0, 0, W, H, [0, 0.03, 0, 0.05], [0.3, 0, 0.1, 0]),
    drawDiscShape(1700, 560, 330, [0.2, 0, 0.04, 0]),
    drawDiscShape(1700, 560, 190, [0.85, 0, 0.1, 0], [0.6, 0, 0.4, 0]),
    drawHillShape(
      W,
      H,
      [
        [0, 900],
        [600, 820],
        [1200, 890],
        [1800, 820],
        [2400, 880],
      ],
      [0, 0.2, 0, 0.16],
      [0.1, 0.05, 0, 0],
    ),
    drawWoodEdgeShape([-40, 1010], [900, 1000], 70, [0, 0.3, 0.2, 0.5], 5),
    drawHillShape(
      W,
      H,
      [
        [0, 1010],
        [900, 1000],
        [2400, 1010],
      ],
      [0.2, 0.24, 0, 0],
      [0.3, 0.3, 0.1, 0],
    ),
    ...drawVineRowsShapes({
      vanish: [1900, 960],
      clip: 'M0 1030C900 1020 1800 1030 2400 1024V1600H0Z',
      far: 1022,
      near: 1900,
      from: -9000,
      to: 8000,
      step: 520,
      soil: [0.2, 0.16, 0, 0],
      soilTo: [0.5, 0.24, 0.2, 0],
      side: [0, 0, 0.2, 0.34],
      top: [0, 0, 0.2, 0.44],
      shade: BLACK_COLOUR_INK_DENSITIES,
      isBare: true,
      tall: 0.4,
    }),
    { d: 'M0 800H2400M0 500H2400', mix: LIGHT_SLATE_COLOUR_INK_DENSITIES, stroke: 7 },
    { d: stock, mix: [0, 0, 0.4, 0.88] },
    {
      d: 'M1080 1480C1110 1300 1050 1190 1110 1050C1130 980 1120 930 1090 880M1120 1450C1150 1300 1110 1200 1150 1080',
      mix: [0.3, 0, 0.5, 0.4],
      stroke: 10,
    },
    drawDiscShape(980, 376, 24, [0.6, 0, 0.2, 0]),
    drawDiscShape(1318, 336, 24, [0.6, 0, 0.2, 0]),
    { d: 'M1560 800C1590 900 1630 990 1700 1080M1600 800C1640 900 1700 960 1790 1030', mix: CLAY_COLOUR_INK_DENSITIES, stroke: 34 },
    { d: 'M1580 812C1550 760 1556 700 1600 650C1616 710 1612 760 1606 806Z', mix: SLATE_COLOUR_INK_DENSITIES },
    { d: 'M1588 816C1570 770 1520 730 1474 724C1490 780 1530 816 1580 830Z', mix: LIGHT_SLATE_COLOUR_INK_DENSITIES },
    drawDiscShape(1588, 812, 15, STONE_COLOUR_INK_DENSITIES),
  ];
  return { width: W, height: H, shapes };
}
