import { drawManor } from './buildings.ts';
import { roundToTwoDecimals } from './curve.ts';
import { BLACK_INK_DENSITIES, PAPER_INK_DENSITIES, SLATE_INK_DENSITIES, SUN_INK_DENSITIES } from './inks.ts';
import type { PrintScene, SceneShape } from './print-scene.ts';
import { drawBox, drawDisc, drawHill, drawWoodEdge } from './scenery.ts';
import { manorInkDensities } from './view-estate.ts';
import { drawVineRows } from './vines.ts';

const H = 1600;
const W = 2400;
/** Draws candles burning between the rows on a night of late frost. */
export function drawFrostScene(): PrintScene {
  const shapes: SceneShape[] = [
    drawBox(0, 0, W, H, [0, 0.2, 0, 0.56], [0.34, 0.06, 0.3, 0.06]),
    drawDisc(1760, 330, 90, [0.2, 0, 0, 0]),
    drawHill(
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
    drawWoodEdge([-40, 800], [1000, 800], 70, [0, 0.4, 0, 0.7], 6),
    ...drawManor(1480, 806, 260, {
      ...manorInkDensities,
      opening: SUN_INK_DENSITIES,
      wall: [0.1, 0, 0, 0.2],
      wallShade: [0.2, 0, 0.1, 0.4],
    }),
    ...drawVineRows({
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
      top: BLACK_INK_DENSITIES,
      shade: BLACK_INK_DENSITIES,
      isBare: true,
    }),
  ];
  for (let i = 7; i >= 0; i--) {
    const k = 1 / (1 + i * 0.42);
    for (const s of [-5, -3, -1, 1, 3, 5]) {
      const x = 1180 + s * 300 * 0.98 * k;
      const y = 740 + 760 * k;
      const r = 150 * k;
      shapes.push(drawDisc(x, y, r * 0.9, [0.7, 0, 0.36, 0], [0.3, 0.05, 0.1, 0.16], 'radial'));
      shapes.push({
        d: `M${roundToTwoDecimals(x - r * 0.2)} ${roundToTwoDecimals(y)}h${roundToTwoDecimals(r * 0.4)}v${roundToTwoDecimals(r * 0.34)}h${roundToTwoDecimals(-r * 0.4)}Z`,
        mix: SLATE_INK_DENSITIES,
      });
      shapes.push({
        d: `M${roundToTwoDecimals(x - r * 0.13)} ${roundToTwoDecimals(y)}C${roundToTwoDecimals(x - r * 0.2)} ${roundToTwoDecimals(y - r * 0.24)} ${roundToTwoDecimals(x - r * 0.02)} ${roundToTwoDecimals(y - r * 0.3)} ${roundToTwoDecimals(x + r * 0.02)} ${roundToTwoDecimals(y - r * 0.56)}C${roundToTwoDecimals(x + r * 0.08)} ${roundToTwoDecimals(y - r * 0.3)} ${roundToTwoDecimals(x + r * 0.2)} ${roundToTwoDecimals(y - r * 0.2)} ${roundToTwoDecimals(x + r * 0.13)} ${roundToTwoDecimals(y)}Z`,
        mix: SUN_INK_DENSITIES,
      });
      shapes.push({
        d: `M${roundToTwoDecimals(x - r * 0.06)} ${roundToTwoDecimals(y)}C${roundToTwoDecimals(x - r * 0.1)} ${roundToTwoDecimals(y - r * 0.14)} ${roundToTwoDecimals(x)} ${roundToTwoDecimals(y - r * 0.18)} ${roundToTwoDecimals(x + r * 0.01)} ${roundToTwoDecimals(y - r * 0.28)}C${roundToTwoDecimals(x + r * 0.06)} ${roundToTwoDecimals(y - r * 0.14)} ${roundToTwoDecimals(x + r * 0.08)} ${roundToTwoDecimals(y - r * 0.1)} ${roundToTwoDecimals(x + r * 0.06)} ${roundToTwoDecimals(y)}Z`,
        mix: PAPER_INK_DENSITIES,
      });
    }
  }
  return { width: W, height: H, shapes };
}
