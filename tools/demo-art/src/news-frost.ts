import { drawManorShapes } from './buildings.ts';
import { formatRoundedToTwoDecimals } from './curve.ts';
import { BLACK_COLOUR_INK_DENSITIES, PAPER_COLOUR_INK_DENSITIES, SLATE_COLOUR_INK_DENSITIES, SUN_COLOUR_INK_DENSITIES } from './inks.ts';
import type { PrintScene, SceneShape } from './print-scene.ts';
import { drawBoxShape, drawDiscShape, drawHillShape, drawWoodEdgeShape } from './scenery.ts';
import { manorInkDensities } from './view-estate.ts';
import { drawVineRowsShapes } from './vines.ts';

const H = 1600;
const W = 2400;
/** Draws candles burning between the rows on a night of late frost. */
export function drawFrostScene(): PrintScene {
  const shapes: SceneShape[] = [
    drawBoxShape(0, 0, W, H, [0, 0.2, 0, 0.56], [0.34, 0.06, 0.3, 0.06]),
    drawDiscShape(1760, 330, 90, [0.2, 0, 0, 0]),
    drawHillShape(
      W,
      H,
      [
        [0, 720],
        [500, 640],
        [1000, 720],
        [1600, 630],
        [2400, 710],
      ],
      [0, 0.3, 0, 0.44],
      [0.1, 0.1, 0, 0.1],
    ),
    drawWoodEdgeShape([-40, 800], [1000, 800], 70, [0, 0.4, 0, 0.7], 6),
    ...drawManorShapes(1480, 806, 260, {
      ...manorInkDensities,
      opening: SUN_COLOUR_INK_DENSITIES,
      wall: [0.1, 0, 0, 0.2],
      wallShade: [0.2, 0, 0.1, 0.4],
    }),
    ...drawVineRowsShapes({
      vanish: [1180, 740],
      clip: 'M0 830C700 812 1500 830 2400 818V1600H0Z',
      far: 816,
      near: 2200,
      from: -18000,
      to: 20000,
      step: 600,
      soil: [0.04, 0.1, 0, 0.16],
      soilTo: [0.05, 0.1, 0, 0.3],
      side: [0, 0.2, 0, 0.7],
      top: BLACK_COLOUR_INK_DENSITIES,
      shade: BLACK_COLOUR_INK_DENSITIES,
      isBare: true,
    }),
  ];
  for (let i = 7; i >= 0; i--) {
    const k = 1 / (1 + i * 0.42);
    for (const s of [-5, -3, -1, 1, 3, 5]) {
      const x = 1180 + s * 300 * 0.98 * k;
      const y = 740 + 760 * k;
      const r = 150 * k;
      shapes.push(drawDiscShape(x, y, r * 0.9, [0.7, 0, 0.36, 0], [0.3, 0.05, 0.1, 0.16], 'radial'));
      shapes.push({
        d: `M${formatRoundedToTwoDecimals(x - r * 0.2)} ${formatRoundedToTwoDecimals(y)}h${formatRoundedToTwoDecimals(r * 0.4)}v${formatRoundedToTwoDecimals(r * 0.34)}h${formatRoundedToTwoDecimals(-r * 0.4)}Z`,
        mix: SLATE_COLOUR_INK_DENSITIES,
      });
      shapes.push({
        d: `M${formatRoundedToTwoDecimals(x - r * 0.13)} ${formatRoundedToTwoDecimals(y)}C${formatRoundedToTwoDecimals(x - r * 0.2)} ${formatRoundedToTwoDecimals(y - r * 0.24)} ${formatRoundedToTwoDecimals(x - r * 0.02)} ${formatRoundedToTwoDecimals(y - r * 0.3)} ${formatRoundedToTwoDecimals(x + r * 0.02)} ${formatRoundedToTwoDecimals(y - r * 0.56)}C${formatRoundedToTwoDecimals(x + r * 0.08)} ${formatRoundedToTwoDecimals(y - r * 0.3)} ${formatRoundedToTwoDecimals(x + r * 0.2)} ${formatRoundedToTwoDecimals(y - r * 0.2)} ${formatRoundedToTwoDecimals(x + r * 0.13)} ${formatRoundedToTwoDecimals(y)}Z`,
        mix: SUN_COLOUR_INK_DENSITIES,
      });
      shapes.push({
        d: `M${formatRoundedToTwoDecimals(x - r * 0.06)} ${formatRoundedToTwoDecimals(y)}C${formatRoundedToTwoDecimals(x - r * 0.1)} ${formatRoundedToTwoDecimals(y - r * 0.14)} ${formatRoundedToTwoDecimals(x)} ${formatRoundedToTwoDecimals(y - r * 0.18)} ${formatRoundedToTwoDecimals(x + r * 0.01)} ${formatRoundedToTwoDecimals(y - r * 0.28)}C${formatRoundedToTwoDecimals(x + r * 0.06)} ${formatRoundedToTwoDecimals(y - r * 0.14)} ${formatRoundedToTwoDecimals(x + r * 0.08)} ${formatRoundedToTwoDecimals(y - r * 0.1)} ${formatRoundedToTwoDecimals(x + r * 0.06)} ${formatRoundedToTwoDecimals(y)}Z`,
        mix: PAPER_COLOUR_INK_DENSITIES,
      });
    }
  }
  return { width: W, height: H, shapes };
}
