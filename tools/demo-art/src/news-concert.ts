import { formatRoundedToTwoDecimals } from './curve.ts';
import { BLACK_COLOUR_INK_DENSITIES, OAK_COLOUR_INK_DENSITIES, DEEP_OAK_COLOUR_INK_DENSITIES, PAPER_COLOUR_INK_DENSITIES, SLATE_COLOUR_INK_DENSITIES, SUN_COLOUR_INK_DENSITIES } from './inks.ts';
import { drawStandingPersonShapes } from './people.ts';
import type { PrintScene, SceneShape, InkDensities } from './print-scene.ts';
import { drawBoxShape, drawDiscShape, drawHillShape } from './scenery.ts';
import { drawWillowShapes } from './willow.ts';

const WILLOW_DARK: InkDensities = [0, 0.9, 0, 0.5];
const WILLOW: InkDensities = [0.3, 0.9, 0, 0];
const H = 1600;
const W = 2400;
/** Draws a summer concert by the water, with chairs, a cello and lamps between two willows. */
export function drawConcertScene(): PrintScene {
  const lamps = Array.from({ length: 17 }, (_, i) => {
    const t = i / 16;
    return drawDiscShape(520 + t * 1380, 560 + 620 * t * (1 - t), 20, [0.5, 0, 0, 0]);
  });
  const chair = (x: number, y: number, s: number): SceneShape => ({
    d: `M${x} ${y}v${-s}h${s * 0.5}v${s}M${x} ${formatRoundedToTwoDecimals(y - s * 0.45)}h${s * 0.5}M${x} ${formatRoundedToTwoDecimals(y - s * 0.75)}h${s * 0.5}`,
    mix: SLATE_COLOUR_INK_DENSITIES,
    stroke: s * 0.07,
  });
  const body =
    'M1200 900C1130 900 1110 950 1130 1000C1150 1040 1140 1060 1116 1090C1070 1150 1090 1260 1200 1260S1330 1150 1284 1090C1260 1060 1250 1040 1270 1000C1290 950 1270 900 1200 900Z';
  const shapes: SceneShape[] = [
    drawBoxShape(0, 0, W, H, [0.1, 0.2, 0, 0.34], [0.7, 0, 0.3, 0]),
    drawDiscShape(1200, 860, 520, [0.5, 0, 0.2, 0]),
    drawDiscShape(1200, 860, 330, SUN_COLOUR_INK_DENSITIES, [0.9, 0, 0.3, 0]),
    drawHillShape(
      W,
      H,
      [
        [0, 940],
        [600, 880],
        [1200, 950],
        [1800, 880],
        [2400, 940],
      ],
      [0.3, 0.5, 0.1, 0.1],
      [0.3, 0.7, 0, 0.1],
    ),
    drawHillShape(
      W,
      H,
      [
        [0, 1060],
        [700, 1040],
        [1500, 1070],
        [2400, 1040],
      ],
      [0.3, 0.8, 0, 0.1],
      [0.1, 0.95, 0, 0.36],
    ),
    ...drawWillowShapes(330, 1260, 1000, WILLOW_DARK, WILLOW, 4),
    ...drawWillowShapes(2090, 1250, 980, WILLOW_DARK, WILLOW, 9),
    { d: 'M520 560C900 760 1500 760 1900 560', mix: BLACK_COLOUR_INK_DENSITIES, stroke: 5 },
    ...lamps,
    { d: 'M760 1290H1640L1720 1380H680Z', mix: OAK_COLOUR_INK_DENSITIES, to: DEEP_OAK_COLOUR_INK_DENSITIES },
    { d: 'M1200 1260V1300', mix: BLACK_COLOUR_INK_DENSITIES, stroke: 9 },
    { d: 'M1186 920V600H1214V920Z', mix: DEEP_OAK_COLOUR_INK_DENSITIES },
    drawDiscShape(1200, 590, 26, DEEP_OAK_COLOUR_INK_DENSITIES),
    { d: body, mix: [0.4, 0, 0.95, 0.1] },
    {
      d: 'M1250 900C1290 940 1280 1000 1262 1030C1300 1090 1330 1200 1250 1262H1340V900Z',
      mix: [0, 0, 0.95, 0.5],
      clip: body,
    },
    {
      d: 'M1160 1040C1150 1070 1156 1100 1146 1126M1240 1040C1250 1070 1244 1100 1254 1126',
      mix: BLACK_COLOUR_INK_DENSITIES,
      stroke: 8,
    },
    { d: 'M1192 620V1150M1208 620V1150', mix: [0.3, 0, 0, 0], stroke: 3 },
    { d: 'M1170 1150H1230', mix: BLACK_COLOUR_INK_DENSITIES, stroke: 10 },
    { d: 'M980 960L1420 1080', mix: DEEP_OAK_COLOUR_INK_DENSITIES, stroke: 8 },
    ...[0, 1, 2, 3, 4, 5, 6].map((i) => chair(640 + i * 170, 1560, 130)),
    ...[0, 1, 2, 3, 4, 5].map((i) => chair(740 + i * 166, 1470, 96)),
    ...drawStandingPersonShapes(880, 1300, 270, PAPER_COLOUR_INK_DENSITIES),
  ];
  return { width: W, height: H, shapes };
}
