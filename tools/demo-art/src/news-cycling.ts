import { drawManorShapes } from './buildings.ts';
import { formatRoundedToTwoDecimals } from './curve.ts';
import {
  BLACK_COLOUR_INK_DENSITIES,
  LEAF_COLOUR_INK_DENSITIES,
  DARK_LEAF_COLOUR_INK_DENSITIES,
  OAK_COLOUR_INK_DENSITIES,
  DEEP_OAK_COLOUR_INK_DENSITIES,
  PAPER_COLOUR_INK_DENSITIES,
  SKY_COLOUR_INK_DENSITIES,
  SLATE_COLOUR_INK_DENSITIES,
  LIGHT_SLATE_COLOUR_INK_DENSITIES,
  SUN_COLOUR_INK_DENSITIES,
  THIRD_COLOUR_INK_DENSITIES,
} from './inks.ts';
import type { PrintScene, SceneShape } from './print-scene.ts';
import { drawBoxShape, drawDiscShape, drawHillShape, drawTreeShapes } from './scenery.ts';
import { drawPosterBottleShapes } from './tableware.ts';
import { manorInkDensities } from './view-estate.ts';
import { drawVineRowsShapes } from './vines.ts';

const H = 1600;
const W = 2400;
function wheel(x: number, y: number, r: number): SceneShape[] {
  const spokes = Array.from({ length: 12 }, (_, i) => {
    const a = (i / 12) * Math.PI * 2;
    return `M${x} ${y}L${formatRoundedToTwoDecimals(x + Math.cos(a) * r)} ${formatRoundedToTwoDecimals(y + Math.sin(a) * r)}`;
  }).join('');
  const ring = `M${x - r} ${y}A${r} ${r} 0 1 1 ${x + r} ${y}A${r} ${r} 0 1 1 ${x - r} ${y}Z`;
  return [
    { d: spokes, mix: LIGHT_SLATE_COLOUR_INK_DENSITIES, stroke: 4 },
    { d: ring, mix: BLACK_COLOUR_INK_DENSITIES, stroke: 17 },
    drawDiscShape(x, y, 14, SLATE_COLOUR_INK_DENSITIES),
  ];
}

/** Draws a bicycle at the end of a row of vines, with bread and a bottle in its basket. */
export function drawCyclingScene(): PrintScene {
  const [bx, fx, y, r] = [860, 1560, 1250, 230];
  const shapes: SceneShape[] = [
    drawBoxShape(0, 0, W, H, SKY_COLOUR_INK_DENSITIES, [0.6, 0, 0.03, 0]),
    drawDiscShape(700, 560, 380, [0.34, 0, 0, 0]),
    drawDiscShape(700, 560, 230, SUN_COLOUR_INK_DENSITIES, [0.8, 0, 0.26, 0]),
    drawHillShape(
      W,
      H,
      [
        [0, 700],
        [500, 620],
        [1000, 690],
        [1700, 560],
        [2400, 650],
      ],
      [0.3, 0.3, 0, 0],
      [0.4, 0.5, 0, 0],
    ),
    ...drawManorShapes(1680, 700, 280, manorInkDensities),
    ...drawTreeShapes(2000, 708, 160, DARK_LEAF_COLOUR_INK_DENSITIES, LEAF_COLOUR_INK_DENSITIES, 4),
    ...drawVineRowsShapes({
      vanish: [1500, 640],
      clip: 'M0 790C700 740 1500 720 2400 740V1260H0Z',
      far: 740,
      near: 1400,
      from: -9000,
      to: 9000,
      step: 260,
      soil: [0.7, 0, 0.12, 0],
      side: [0, 0.95, 0, 0.5],
      top: [0.4, 0.85, 0, 0],
      shade: [0.3, 0.4, 0.2, 0.3],
    }),
    { d: 'M0 1260C800 1200 1600 1220 2400 1180V1600H0Z', mix: [0.3, 0, 0.02, 0], to: [0.6, 0, 0.1, 0] },
    { d: 'M0 1260C800 1200 1600 1220 2400 1180V1230C1600 1260 800 1250 0 1310Z', mix: [0.2, 0.95, 0, 0.2] },
    { d: `M${bx - 260} ${y + r + 10}H${fx + 280}`, mix: [0.5, 0, 0.3, 0.4], stroke: 20 },
    ...wheel(bx, y, r),
    ...wheel(fx, y, r),
    {
      d: `M${bx} ${y}L1090 900L1440 890M${bx} ${y}L1180 1240L1440 890M1090 900L1180 1240M1440 890L${fx} ${y}M1410 800L1450 930`,
      mix: THIRD_COLOUR_INK_DENSITIES,
      stroke: 24,
    },
    { d: 'M1090 900L1070 830M1410 800C1380 740 1300 760 1290 790', mix: SLATE_COLOUR_INK_DENSITIES, stroke: 18 },
    { d: 'M990 820C1040 790 1120 800 1150 826C1110 846 1030 850 990 820Z', mix: DEEP_OAK_COLOUR_INK_DENSITIES },
    drawDiscShape(1180, 1240, 52, LIGHT_SLATE_COLOUR_INK_DENSITIES),
    { d: 'M1180 1240L1230 1310M1210 1316h50M1180 1240L1130 1170M1100 1166h50', mix: BLACK_COLOUR_INK_DENSITIES, stroke: 13 },
    ...drawPosterBottleShapes(1560, 860, 330, DARK_LEAF_COLOUR_INK_DENSITIES, PAPER_COLOUR_INK_DENSITIES, THIRD_COLOUR_INK_DENSITIES),
    { d: 'M1640 830L1720 600C1730 570 1770 580 1764 612L1700 840Z', mix: OAK_COLOUR_INK_DENSITIES },
    { d: 'M1460 760H1750L1710 930H1500Z', mix: OAK_COLOUR_INK_DENSITIES, to: DEEP_OAK_COLOUR_INK_DENSITIES },
    {
      d: 'M1466 790H1744M1474 830H1734M1484 870H1724M1494 906H1716M1510 764L1530 926M1570 764L1576 926M1640 764L1634 926M1700 764L1680 926',
      mix: DEEP_OAK_COLOUR_INK_DENSITIES,
      stroke: 7,
    },
  ];
  return { width: W, height: H, shapes };
}
