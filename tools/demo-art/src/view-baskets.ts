import { basket } from './basket.ts';
import { manor } from './buildings.ts';
import { MEADOW, SKY, SLATE_LIGHT, STONE, SUN } from './inks.ts';
import type { Scene, Shape, Tones } from './press.ts';
import { box, disc, hill } from './scenery.ts';
import { manorTones } from './view-estate.ts';
import { willow } from './willows.ts';

const WILLOW_DARK: Tones = [0, 0.9, 0, 0.5];
const WILLOW: Tones = [0.3, 0.9, 0, 0];
const H = 1600;
const W = 2400;
/** Baskets on the grass, the house behind. */
export function willowHands(): Scene {
  const shapes: Shape[] = [
    box(0, 0, W, H, SKY, [0.6, 0, 0.03, 0]),
    disc(1500, 540, 240, SUN, [0.8, 0, 0.26, 0]),
    hill(
      W,
      H,
      [
        [0, 700],
        [600, 620],
        [1200, 690],
        [1800, 590],
        [2400, 650],
      ],
      [0.3, 0.3, 0, 0],
      [0.4, 0.5, 0, 0],
    ),
    ...manor(600, 730, 260, manorTones),
    ...willow(420, 830, 300, WILLOW_DARK, WILLOW, 7),
    hill(
      W,
      H,
      [
        [0, 800],
        [1000, 760],
        [2400, 800],
      ],
      MEADOW,
      [0.3, 0.9, 0, 0.1],
    ),
    { d: 'M0 1140H2400V1600H0Z', tones: STONE, to: [0.3, 0, 0.04, 0.1] },
    { d: 'M0 1140H2400', tones: SLATE_LIGHT, stroke: 12 },
    {
      d: 'M0 1330H2400M520 1140V1330M1500 1140V1330M980 1330V1600M1980 1330V1600',
      tones: [0.3, 0, 0.06, 0.3],
      stroke: 7,
    },
    {
      d: 'M620 1470C620 1440 900 1426 1240 1426S1860 1440 1860 1474S1500 1520 1200 1520S620 1500 620 1470Z',
      tones: [0.1, 0.05, 0, 0.44],
    },
    ...basket(1000, 1470, 760, [0, 0.1, 0.75, 0.62], [0.1, 0, 0.75, 0.26]),
    ...basket(1620, 1500, 480, [0.3, 0.7, 0, 0.1], [0.5, 0.4, 0, 0]),
  ];
  return { width: W, height: H, shapes };
}
