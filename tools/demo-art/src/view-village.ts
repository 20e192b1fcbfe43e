import { formatRoundedToTwoDecimals, createPolygonPath } from './curve.ts';
import {
  BLACK_COLOUR_INK_DENSITIES,
  LEAF_COLOUR_INK_DENSITIES,
  DARK_LEAF_COLOUR_INK_DENSITIES,
  SKY_COLOUR_INK_DENSITIES,
  SLATE_COLOUR_INK_DENSITIES,
  LIGHT_SLATE_COLOUR_INK_DENSITIES,
  STONE_COLOUR_INK_DENSITIES,
  SHADED_STONE_COLOUR_INK_DENSITIES,
} from './inks.ts';
import type { PrintScene, SceneShape } from './print-scene.ts';
import { drawBoxShape, drawDiscShape, drawHillShape, drawTreeShapes, drawWoodEdgeShape } from './scenery.ts';
import { drawRipplesShape } from './water.ts';

const H = 1600;
const W = 2400;
/** Draws a village of pale stone above the Dordogne, with a bridge and boats. */
export function drawVillageScene(): PrintScene {
  const shapes: SceneShape[] = [
    drawBoxShape(0, 0, W, H, SKY_COLOUR_INK_DENSITIES, [0.6, 0, 0.04, 0]),
    drawDiscShape(560, 560, 210, [0.9, 0, 0, 0], [0.7, 0, 0.2, 0]),
    drawHillShape(
      W,
      H,
      [
        [0, 700],
        [500, 600],
        [1000, 650],
        [1500, 420],
        [1900, 380],
        [2400, 520],
      ],
      [0.1, 0.4, 0, 0.1],
      [0.3, 0.5, 0, 0],
    ),
    drawHillShape(
      W,
      H,
      [
        [0, 860],
        [600, 780],
        [1100, 800],
        [1500, 560],
        [1880, 520],
        [2400, 700],
      ],
      [0.2, 0.85, 0, 0.2],
      [0.4, 0.7, 0, 0],
    ),
  ];
  const house = (x: number, y: number, w: number, h: number, hasTower = false): SceneShape[] => {
    const roof = hasTower ? h * 0.55 : w * 0.34;
    const windows = [0.24, 0.58]
      .flatMap((k) =>
        [0.24, 0.56, 0.82]
          .filter((v) => v * h > 30 && v * h < h - 40)
          .map(
            (v) =>
              `M${formatRoundedToTwoDecimals(x + w * k)} ${formatRoundedToTwoDecimals(y - h * v)}h${formatRoundedToTwoDecimals(w * 0.13)}v${formatRoundedToTwoDecimals(w * 0.2)}h${formatRoundedToTwoDecimals(-w * 0.13)}Z`,
          ),
      )
      .join('');
    return [
      drawBoxShape(x, y - h, w, h, STONE_COLOUR_INK_DENSITIES),
      drawBoxShape(x + w * 0.74, y - h, w * 0.26, h, SHADED_STONE_COLOUR_INK_DENSITIES),
      {
        d: createPolygonPath(
          hasTower
            ? [
                [x - w * 0.08, y - h],
                [x + w / 2, y - h - roof],
                [x + w * 1.08, y - h],
              ]
            : [
                [x - w * 0.06, y - h],
                [x + w * 0.14, y - h - roof],
                [x + w * 0.86, y - h - roof],
                [x + w * 1.06, y - h],
              ],
        ),
        mix: hasTower ? SLATE_COLOUR_INK_DENSITIES : [0.5, 0, 0.6, 0.16],
      },
      { d: windows, mix: SLATE_COLOUR_INK_DENSITIES },
    ];
  };
  const rows: [number, number, number, number, boolean?][] = [
    [1720, 640, 90, 230, true],
    [1560, 690, 150, 120],
    [1830, 670, 170, 120],
    [2020, 720, 150, 110],
    [1420, 760, 160, 120],
    [1620, 780, 180, 150],
    [1840, 790, 150, 130],
    [2020, 820, 190, 150],
    [2240, 830, 170, 140],
    [1280, 860, 170, 120],
    [1480, 880, 190, 160],
    [1700, 900, 170, 170],
    [1900, 910, 200, 160],
    [2130, 920, 180, 180],
    [1160, 930, 150, 110],
    [1330, 960, 180, 140],
    [1540, 970, 160, 170],
    [1730, 980, 210, 160],
    [1970, 985, 170, 180],
    [2170, 985, 230, 160],
  ];
  for (const [x, y, w, h, tower] of rows) shapes.push(...house(x, y, w, h, tower));
  for (const [x, y, s] of [
    [1250, 940, 110],
    [1690, 800, 90],
    [2110, 860, 100],
    [1470, 980, 90],
  ] as const)
    shapes.push(...drawTreeShapes(x, y, s, DARK_LEAF_COLOUR_INK_DENSITIES, LEAF_COLOUR_INK_DENSITIES, x));
  shapes.push(drawWoodEdgeShape([-40, 960], [1180, 980], 110, [0.1, 0.9, 0, 0.3], 14));
  shapes.push(drawBoxShape(1120, 980, 1280, 40, SHADED_STONE_COLOUR_INK_DENSITIES));
  shapes.push({ d: 'M0 980H1120V1020H2400V1600H0Z', mix: [0.3, 0.3, 0, 0.06], to: [0.1, 0.5, 0, 0.5] });
  const arches = [0, 1, 2, 3]
    .map((i) => `M${-60 + i * 300} 1050V960A130 130 0 0 1 ${200 + i * 300} 960V1050Z`)
    .join('');
  shapes.push({ d: `M-100 1040V800C300 770 800 770 1180 850V1040Z`, mix: STONE_COLOUR_INK_DENSITIES, to: SHADED_STONE_COLOUR_INK_DENSITIES });
  shapes.push(
    { d: arches, mix: [0.3, 0.3, 0, 0.2], to: [0.3, 0.3, 0, 0.1] },
    { d: 'M-100 800C300 770 800 770 1180 850', mix: LIGHT_SLATE_COLOUR_INK_DENSITIES, stroke: 14 },
  );
  shapes.push({
    d: rows
      .slice(14)
      .map(([x, , w, h]) => `M${x} 1024h${w}v${h * 0.9}h${-w}Z`)
      .join(''),
    mix: [0.24, 0.2, 0, 0.1],
    to: [0.2, 0.4, 0, 0.3],
  });
  shapes.push(
    drawRipplesShape(
      1030,
      1590,
      () => 0,
      () => 2400,
      [0.5, 0.05, 0, 0],
      4,
    ),
    drawRipplesShape(
      1040,
      1500,
      (y) => 480 - (y - 1030) * 0.1,
      (y) => 640 + (y - 1030) * 0.1,
      [0.9, 0, 0, 0],
      8,
    ),
  );
  for (const [x, y, w] of [
    [700, 1300, 260],
    [1500, 1180, 170],
  ] as const) {
    shapes.push(
      {
        d: `M${x - w / 2} ${y}C${x - w * 0.3} ${y + w * 0.14} ${x + w * 0.3} ${y + w * 0.14} ${x + w / 2} ${y - w * 0.03}L${x + w * 0.4} ${y - w * 0.01}H${x - w * 0.4}Z`,
        mix: [0, 0, 0.9, 0.2],
      },
      { d: `M${x - w * 0.3} ${y - 2}H${x + w * 0.3}`, mix: BLACK_COLOUR_INK_DENSITIES, stroke: w * 0.02 },
    );
  }
  return { width: W, height: H, shapes };
}
