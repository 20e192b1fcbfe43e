import { manor } from './buildings.ts';
import { n2 } from './curve.ts';
import { INK, PAPER, SLATE, SUN } from './inks.ts';
import type { Scene, Shape } from './press.ts';
import { box, disc, hill, wood } from './scenery.ts';
import { manorTones } from './view-estate.ts';
import { vineRows } from './vines.ts';

const H = 1600;
const W = 2400;
/** Candles burning between the rows on a night of late frost. */
export function frost(): Scene {
  const shapes: Shape[] = [
    box(0, 0, W, H, [0, 0.2, 0, 0.56], [0.34, 0.06, 0.3, 0.06]),
    disc(1760, 330, 90, [0.2, 0, 0, 0]),
    hill(
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
    wood([-40, 800], [1000, 800], 70, [0, 0.4, 0, 0.7], 6),
    ...manor(1480, 806, 260, { ...manorTones, opening: SUN, wall: [0.1, 0, 0, 0.2], wallShade: [0.2, 0, 0.1, 0.4] }),
    ...vineRows({
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
      top: INK,
      shade: INK,
      bare: true,
    }),
  ];
  for (let i = 7; i >= 0; i--) {
    const k = 1 / (1 + i * 0.42);
    for (const s of [-5, -3, -1, 1, 3, 5]) {
      const x = 1180 + s * 300 * 0.98 * k;
      const y = 740 + 760 * k;
      const r = 150 * k;
      shapes.push(disc(x, y, r * 0.9, [0.7, 0, 0.36, 0], [0.3, 0.05, 0.1, 0.16], 'radial'));
      shapes.push({ d: `M${n2(x - r * 0.2)} ${n2(y)}h${n2(r * 0.4)}v${n2(r * 0.34)}h${n2(-r * 0.4)}Z`, tones: SLATE });
      shapes.push({
        d: `M${n2(x - r * 0.13)} ${n2(y)}C${n2(x - r * 0.2)} ${n2(y - r * 0.24)} ${n2(x - r * 0.02)} ${n2(y - r * 0.3)} ${n2(x + r * 0.02)} ${n2(y - r * 0.56)}C${n2(x + r * 0.08)} ${n2(y - r * 0.3)} ${n2(x + r * 0.2)} ${n2(y - r * 0.2)} ${n2(x + r * 0.13)} ${n2(y)}Z`,
        tones: SUN,
      });
      shapes.push({
        d: `M${n2(x - r * 0.06)} ${n2(y)}C${n2(x - r * 0.1)} ${n2(y - r * 0.14)} ${n2(x)} ${n2(y - r * 0.18)} ${n2(x + r * 0.01)} ${n2(y - r * 0.28)}C${n2(x + r * 0.06)} ${n2(y - r * 0.14)} ${n2(x + r * 0.08)} ${n2(y - r * 0.1)} ${n2(x + r * 0.06)} ${n2(y)}Z`,
        tones: PAPER,
      });
    }
  }
  return { width: W, height: H, shapes };
}
