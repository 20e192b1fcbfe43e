import { drawBarrelShapes } from './barrels.ts';
import { drawBasketShapes } from './basket.ts';
import { drawManorShapes } from './buildings.ts';
import { formatRoundedToTwoDecimals } from './curve.ts';
import {
  CLAY_COLOUR_INK_DENSITIES,
  DUSK_COLOUR_INK_DENSITIES,
  HAZE_COLOUR_INK_DENSITIES,
  BLACK_COLOUR_INK_DENSITIES,
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
  SHADED_STONE_COLOUR_INK_DENSITIES,
  SUN_COLOUR_INK_DENSITIES,
  LOW_SUN_COLOUR_INK_DENSITIES,
  THIRD_COLOUR_INK_DENSITIES,
} from './inks.ts';
import { drawGrapePickerShapes, drawStandingPersonShapes } from './people.ts';
import type { PrintScene, SceneShape, InkDensities } from './print-scene.ts';
import { drawBoxShape, drawDiscShape, drawHillShape, drawTreeShapes } from './scenery.ts';
import { drawPosterBottleShapes, drawPosterGlassShapes } from './tableware.ts';
import { manorInkDensities } from './view-estate.ts';
import { drawVineRowsShapes } from './vines.ts';

const BLUE_LIGHT: InkDensities = [0.1, 0, 0.75, 0.26];
const BLUE: InkDensities = [0, 0.1, 0.75, 0.62];
const H = 1600;
const W = 2400;
/** Draws the first basket of the harvest between two rows of vines. */
export function drawHarvestBasketScene(): PrintScene {
  const shapes: SceneShape[] = [
    drawBoxShape(0, 0, W, H, SKY_COLOUR_INK_DENSITIES, DUSK_COLOUR_INK_DENSITIES),
    drawDiscShape(1240, 560, 380, [0.42, 0, 0, 0]),
    drawDiscShape(1240, 560, 230, SUN_COLOUR_INK_DENSITIES, LOW_SUN_COLOUR_INK_DENSITIES),
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
      HAZE_COLOUR_INK_DENSITIES,
      [0.7, 0.3, 0.1, 0],
    ),
    ...drawVineRowsShapes({
      vanish: [1200, 600],
      clip: 'M0 690C800 664 1600 690 2400 670V1600H0Z',
      far: 680,
      near: 2300,
      from: -22000,
      to: 24000,
      step: 1000,
      soil: [0.7, 0.2, 0.2, 0],
      soilTo: [0.85, 0, 0.5, 0],
      side: [0.1, 0.95, 0, 0.5],
      top: [0.7, 0.7, 0, 0],
      shade: [0.2, 0.2, 0.6, 0.5],
      wide: 0.36,
    }),
    ...drawGrapePickerShapes(880, 960, 250, false),
    ...drawGrapePickerShapes(1560, 1040, 320, true, THIRD_COLOUR_INK_DENSITIES),
    {
      d: 'M860 1500C860 1474 1020 1466 1220 1466S1600 1476 1600 1504S1420 1536 1220 1536S860 1526 860 1500Z',
      mix: [0.2, 0, 0.7, 0.6],
    },
    ...drawBasketShapes(1220, 1504, 620, BLUE, BLUE_LIGHT),
  ];
  return { width: W, height: H, shapes };
}

/** Draws a glass of Pineau on an upright cask. */
export function drawNewPineauScene(): PrintScene {
  const shapes: SceneShape[] = [
    drawBoxShape(0, 0, W, H, [0.5, 0, 0.3, 0.2], [0.7, 0, 0.5, 0.34]),
    drawDiscShape(1200, 640, 760, [0.85, 0, 0.24, 0], [0.55, 0, 0.36, 0.24], 'radial'),
    ...drawBarrelShapes(240, 1060, 420, -0.4),
    ...drawBarrelShapes(2160, 1060, 420, 0.4),
    {
      d: 'M640 1060C640 1000 1760 1000 1760 1060L1840 1600H560Z',
      mix: OAK_COLOUR_INK_DENSITIES,
      to: [0.5, 0, 0.7, 0.5],
      run: 'right',
    },
    {
      d: 'M760 1090L710 1600M920 1102L890 1600M1080 1106L1070 1600M1240 1108V1600M1400 1104L1420 1600M1560 1098L1600 1600',
      mix: DEEP_OAK_COLOUR_INK_DENSITIES,
      stroke: 7,
    },
    { d: 'M620 1250C900 1320 1500 1320 1780 1250', mix: SLATE_COLOUR_INK_DENSITIES, stroke: 60 },
    { d: 'M634 1060A566 84 0 0 1 1766 1060A566 84 0 0 1 634 1060Z', mix: SLATE_COLOUR_INK_DENSITIES },
    { d: 'M664 1056A536 72 0 0 1 1736 1056A536 72 0 0 1 664 1056Z', mix: [0.9, 0, 0.3, 0] },
    {
      d: 'M980 1070C980 1056 1180 1052 1240 1052S1500 1058 1500 1072S1340 1092 1240 1092S980 1086 980 1070Z',
      mix: [0.5, 0, 0.6, 0.4],
    },
    ...drawPosterBottleShapes(1010, 1066, 780, SUN_COLOUR_INK_DENSITIES, PAPER_COLOUR_INK_DENSITIES, DEEP_LEAF_COLOUR_INK_DENSITIES),
    ...drawPosterGlassShapes(1370, 1076, 560, [1, 0, 0.2, 0]),
  ];
  return { width: W, height: H, shapes };
}

/** Draws an open gate and the avenue to the house. */
export function drawOpenDaysScene(): PrintScene {
  const pillar = (x: number): SceneShape[] => [
    drawBoxShape(x - 90, 640, 180, 800, STONE_COLOUR_INK_DENSITIES),
    drawBoxShape(x + 30, 640, 60, 800, SHADED_STONE_COLOUR_INK_DENSITIES),
    drawBoxShape(x - 116, 600, 232, 48, STONE_COLOUR_INK_DENSITIES),
    drawBoxShape(x - 116, 636, 232, 14, LIGHT_SLATE_COLOUR_INK_DENSITIES),
    drawDiscShape(x, 540, 62, STONE_COLOUR_INK_DENSITIES, SHADED_STONE_COLOUR_INK_DENSITIES, 'right'),
  ];
  const leaf = (x0: number, x1: number, drop: number): SceneShape => {
    let d = '';
    for (let i = 0; i <= 7; i++) {
      const t = i / 7;
      const x = x0 + (x1 - x0) * t;
      const top = 700 + 90 * Math.sin(Math.PI * t) - drop * t * 0.3;
      d += `M${formatRoundedToTwoDecimals(x)} ${formatRoundedToTwoDecimals(top)}V${formatRoundedToTwoDecimals(1400 + drop * t)}`;
    }
    d += `M${x0} 800L${x1} ${800 - drop * 0.2}M${x0} 1120L${x1} ${1120 + drop * 0.5}M${x0} 1380L${x1} ${1380 + drop}`;
    return { d, mix: BLACK_COLOUR_INK_DENSITIES, stroke: 15 };
  };
  const shapes: SceneShape[] = [
    drawBoxShape(0, 0, W, H, SKY_COLOUR_INK_DENSITIES, DUSK_COLOUR_INK_DENSITIES),
    drawDiscShape(1200, 560, 420, [0.42, 0, 0, 0]),
    drawDiscShape(1200, 560, 270, SUN_COLOUR_INK_DENSITIES, LOW_SUN_COLOUR_INK_DENSITIES),
    drawHillShape(
      W,
      H,
      [
        [0, 760],
        [600, 700],
        [1200, 770],
        [1800, 690],
        [2400, 760],
      ],
      HAZE_COLOUR_INK_DENSITIES,
      MEADOW_COLOUR_INK_DENSITIES,
    ),
    ...drawManorShapes(980, 860, 440, manorInkDensities),
    drawHillShape(
      W,
      H,
      [
        [0, 870],
        [1200, 858],
        [2400, 870],
      ],
      [0.6, 0.6, 0, 0],
      [0.2, 0.95, 0, 0.2],
    ),
    {
      d: 'M1150 860H1210C1300 1100 1700 1400 1900 1600H500C700 1400 1060 1100 1150 860Z',
      mix: [0.24, 0, 0.02, 0],
      to: [0.6, 0, 0.14, 0],
    },
    ...[0, 1, 2, 3].flatMap((i) => {
      const k = i / 3;
      const y = 880 + k * k * 300;
      const s = 150 + k * k * 420;
      return [
        ...drawTreeShapes(1080 - k * 560, y, s, DARK_LEAF_COLOUR_INK_DENSITIES, LEAF_COLOUR_INK_DENSITIES, i + 2),
        ...drawTreeShapes(1330 + k * 560, y, s, DARK_LEAF_COLOUR_INK_DENSITIES, LEAF_COLOUR_INK_DENSITIES, i + 7),
      ];
    }),
    ...drawStandingPersonShapes(1150, 1110, 190, THIRD_COLOUR_INK_DENSITIES),
    ...drawStandingPersonShapes(1225, 1120, 205, SUN_COLOUR_INK_DENSITIES),
    ...drawStandingPersonShapes(1290, 1100, 120, PAPER_COLOUR_INK_DENSITIES),
    ...pillar(560),
    ...pillar(1840),
    leaf(650, 400, 150),
    leaf(1750, 2000, 150),
    { d: 'M560 660C900 800 1500 800 1840 660', mix: DEEP_OAK_COLOUR_INK_DENSITIES, stroke: 6 },
    ...Array.from({ length: 11 }, (_, i): SceneShape => {
      const t = (i + 0.5) / 11;
      const x = 560 + 1280 * t;
      const y = 660 + 420 * t * (1 - t);
      return {
        d: `M${formatRoundedToTwoDecimals(x - 44)} ${formatRoundedToTwoDecimals(y)}H${formatRoundedToTwoDecimals(x + 44)}L${formatRoundedToTwoDecimals(x)} ${formatRoundedToTwoDecimals(y + 92)}Z`,
        mix: [CLAY_COLOUR_INK_DENSITIES, SUN_COLOUR_INK_DENSITIES, LEAF_COLOUR_INK_DENSITIES][i % 3]!,
      };
    }),
  ];
  return { width: W, height: H, shapes };
}
