import { drawBarnShapes, type HouseInkDensities } from './buildings.ts';
import { formatRoundedToTwoDecimals } from './curve.ts';
import {
  DUSK_COLOUR_INK_DENSITIES,
  HAZE_COLOUR_INK_DENSITIES,
  LEAF_COLOUR_INK_DENSITIES,
  DARK_LEAF_COLOUR_INK_DENSITIES,
  DEEP_LEAF_COLOUR_INK_DENSITIES,
  MEADOW_COLOUR_INK_DENSITIES,
  OAK_COLOUR_INK_DENSITIES,
  DEEP_OAK_COLOUR_INK_DENSITIES,
  SKY_COLOUR_INK_DENSITIES,
  SLATE_COLOUR_INK_DENSITIES,
  LIGHT_SLATE_COLOUR_INK_DENSITIES,
  STONE_COLOUR_INK_DENSITIES,
  SHADED_STONE_COLOUR_INK_DENSITIES,
  SUN_COLOUR_INK_DENSITIES,
  LOW_SUN_COLOUR_INK_DENSITIES,
} from './inks.ts';
import { sampleNoise } from './noise.ts';
import type { PrintScene, SceneShape, InkDensities } from './print-scene.ts';
import { drawBoxShape, drawDiscShape, drawHillShape, drawWoodEdgeShape } from './scenery.ts';
import { drawRipplesShape } from './water.ts';

const H = 1600;
const W = 2400;
const cottage: HouseInkDensities = {
  wall: STONE_COLOUR_INK_DENSITIES,
  wallShade: SHADED_STONE_COLOUR_INK_DENSITIES,
  roof: [0.3, 0, 0.86, 0.1],
  roofLight: [0.7, 0, 0.6, 0],
  opening: [0, 0, 0.2, 0.9],
  shutter: [0, 0.85, 0, 0.1],
};

function poplar(x: number, y: number, h: number, seed: number): SceneShape[] {
  const edge = (s: number, k: number): string =>
    Array.from({ length: 14 }, (_, i) => {
      const t = i / 13;
      const w =
        h * 0.1 * Math.sin(Math.PI * (0.08 + 0.9 * t)) ** 0.7 * (0.82 + 0.36 * sampleNoise(i * 0.9, seed, seed)) * k;
      return `L${formatRoundedToTwoDecimals(x + s * w)} ${formatRoundedToTwoDecimals(y - h * 0.06 - t * h * 0.94)}`;
    }).join('');
  const back = (s: number, k: number): string =>
    edge(s, k)
      .split('L')
      .filter(Boolean)
      .reverse()
      .map((q) => `L${q}`)
      .join('');
  return [
    { d: `M${formatRoundedToTwoDecimals(x)} ${formatRoundedToTwoDecimals(y)}${edge(1, 1)}${back(-1, 1)}Z`, mix: DARK_LEAF_COLOUR_INK_DENSITIES },
    {
      d: `M${formatRoundedToTwoDecimals(x)} ${formatRoundedToTwoDecimals(y - h * 0.08)}${edge(-1, 0.82)}L${formatRoundedToTwoDecimals(x - h * 0.01)} ${formatRoundedToTwoDecimals(y - h * 0.9)}Z`,
      mix: LEAF_COLOUR_INK_DENSITIES,
    },
  ];
}

/** Draws a flat-bottomed river barge under its square sail. */
function gabare(x: number, y: number, w: number): SceneShape[] {
  return [
    {
      d: `M${x - w * 0.46} ${y + w * 0.04}H${x + w * 0.44}L${x + w * 0.3} ${y + w * 0.12}H${x - w * 0.36}Z`,
      mix: [0.3, 0.3, 0.2, 0.34],
    },
    { d: `M${x} ${y - w * 0.06}V${y - w * 0.82}`, mix: DEEP_OAK_COLOUR_INK_DENSITIES, stroke: w * 0.02 },
    {
      d: `M${x - w * 0.3} ${y - w * 0.78}H${x + w * 0.3}C${x + w * 0.34} ${y - w * 0.5} ${x + w * 0.34} ${y - w * 0.36} ${x + w * 0.28} ${y - w * 0.2}C${x + w * 0.1} ${y - w * 0.16} ${x - w * 0.1} ${y - w * 0.16} ${x - w * 0.28} ${y - w * 0.2}C${x - w * 0.24} ${y - w * 0.4} ${x - w * 0.24} ${y - w * 0.6} ${x - w * 0.3} ${y - w * 0.78}Z`,
      mix: [0.4, 0, 0.9, 0],
      to: [0.7, 0, 0.7, 0],
      run: 'right',
    },
    { d: `M${x - w * 0.34} ${y - w * 0.79}H${x + w * 0.34}`, mix: DEEP_OAK_COLOUR_INK_DENSITIES, stroke: w * 0.02 },
    {
      d: `M${x - w * 0.52} ${y - w * 0.12}C${x - w * 0.4} ${y - w * 0.06} ${x + w * 0.4} ${y - w * 0.06} ${x + w * 0.52} ${y - w * 0.14}L${x + w * 0.4} ${y + w * 0.04}H${x - w * 0.42}Z`,
      mix: SLATE_COLOUR_INK_DENSITIES,
    },
    ...[-0.2, -0.06, 0.08, 0.22].map((k) => drawDiscShape(x + w * k, y - w * 0.11, w * 0.05, OAK_COLOUR_INK_DENSITIES)),
    {
      d: `M${x - w * 0.52} ${y - w * 0.12}C${x - w * 0.4} ${y - w * 0.06} ${x + w * 0.4} ${y - w * 0.06} ${x + w * 0.52} ${y - w * 0.14}`,
      mix: LIGHT_SLATE_COLOUR_INK_DENSITIES,
      stroke: w * 0.014,
    },
  ];
}

const BANKS =
  'M1180 806C1300 804 1360 806 1380 812C1480 850 1500 900 1800 1060C2020 1180 2260 1330 2400 1420V1600H300C520 1420 980 1180 1060 1010C1130 900 1080 830 1180 806Z';
const WATER: InkDensities = [0.62, 0, 0, 0];

const WATER_NEAR: InkDensities = [0.12, 0.22, 0, 0.16];

/** Draws the Charente between poplars, with a barge that carries barrels. */
export function drawRiverScene(): PrintScene {
  const shapes: SceneShape[] = [
    drawBoxShape(0, 0, W, H, SKY_COLOUR_INK_DENSITIES, DUSK_COLOUR_INK_DENSITIES),
    drawDiscShape(1260, 640, 430, [0.42, 0, 0, 0]),
    drawDiscShape(1260, 640, 260, SUN_COLOUR_INK_DENSITIES, LOW_SUN_COLOUR_INK_DENSITIES),
    drawHillShape(
      W,
      H,
      [
        [0, 720],
        [500, 660],
        [1100, 730],
        [1700, 660],
        [2400, 720],
      ],
      HAZE_COLOUR_INK_DENSITIES,
      [0.7, 0.3, 0.1, 0],
    ),
    drawWoodEdgeShape([-40, 800], [1060, 790], 70, [0.2, 0.8, 0, 0.2], 6),
    drawWoodEdgeShape([1400, 792], [2460, 800], 84, [0.2, 0.8, 0, 0.2], 9),
    ...drawBarnShapes(1560, 800, 170, cottage),
    ...drawBarnShapes(1740, 806, 130, cottage, false),
    { d: `M0 800H2400V1600H0Z`, mix: MEADOW_COLOUR_INK_DENSITIES, to: [0.4, 0.85, 0, 0.1] },
    {
      d: BANKS,
      mix: WATER,
      to: WATER_NEAR,
    },
  ];
  for (let i = 0; i < 6; i++) {
    const k = i / 5;
    shapes.push(...poplar(1010 - k * 800 - k * k * 160, 850 + k * k * 420, 210 + k * k * 640, i + 3));
  }
  for (let i = 0; i < 3; i++) shapes.push(...poplar(1470 + i * 64, 830 + i * 12, 170 + i * 26, i + 21));
  shapes.push(
    drawRipplesShape(
      830,
      1590,
      (y) => 1080 - (y - 820) * 0.86,
      (y) => 1400 + (y - 820) * 0.95,
      [0.7, 0.1, 0.04, 0.02],
      4,
      BANKS,
    ),
  );
  shapes.push(
    drawRipplesShape(
      850,
      1400,
      (y) => 1180 - (y - 830) * 0.06,
      (y) => 1330 + (y - 830) * 0.06,
      SUN_COLOUR_INK_DENSITIES,
      9,
      BANKS,
    ),
  );
  shapes.push(...gabare(1430, 1120, 400));
  shapes.push({ d: 'M0 1600V1380C120 1400 260 1470 420 1600Z', mix: DEEP_LEAF_COLOUR_INK_DENSITIES });
  for (let i = 0; i < 26; i++) {
    const rx = 20 + i * 17;
    const ry = 1440 + i * 6;
    shapes.push({
      d: `M${rx} ${ry + 150}C${rx + 6} ${ry + 40} ${rx + 20 + (i % 5) * 8} ${ry - 40} ${rx + 34 + (i % 3) * 20} ${ry - 110 - (i % 4) * 34}`,
      mix: i % 3 ? DARK_LEAF_COLOUR_INK_DENSITIES : LEAF_COLOUR_INK_DENSITIES,
      stroke: 8,
    });
  }
  return { width: W, height: H, shapes };
}
