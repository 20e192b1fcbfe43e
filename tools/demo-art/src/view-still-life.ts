import { tub } from './barrels.ts';
import { basket } from './basket.ts';
import {
  CLAY,
  LEAF,
  LEAF_DARK,
  LEAF_DEEP,
  MEADOW,
  OAK,
  OAK_DEEP,
  PAPER,
  SKY,
  SLATE,
  SLATE_LIGHT,
  STONE,
  SUN,
  SUN_LOW,
} from './inks.ts';
import type { Scene, Shape, Tones } from './press.ts';
import { box, disc, hill } from './scenery.ts';
import { cheese, posterBottle, posterGlass, posterGrapes, posterLeaf } from './tableware.ts';
import { vineRows } from './vines.ts';

const W = 2400;
const H = 1600;
const BLUE: Tones = [0, 0.1, 0.75, 0.62];
const BLUE_LIGHT: Tones = [0.1, 0, 0.75, 0.26];

/** A low view of the vines, used behind windows and outdoor tables. */
function outdoors(sunX: number): Shape[] {
  return [
    box(0, 0, W, H, SKY, [0.7, 0, 0.1, 0]),
    disc(sunX, 560, 380, [0.4, 0, 0, 0]),
    disc(sunX, 560, 230, SUN, SUN_LOW),
    hill(
      W,
      H,
      [
        [0, 640],
        [600, 560],
        [1200, 650],
        [1800, 570],
        [2400, 640],
      ],
      [0.4, 0.24, 0.08, 0],
      [0.7, 0.3, 0.1, 0],
    ),
    hill(
      W,
      H,
      [
        [0, 730],
        [700, 690],
        [1400, 740],
        [2400, 690],
      ],
      [0.5, 0.55, 0.05, 0],
      MEADOW,
    ),
    ...vineRows({
      vanish: [1200, 660],
      clip: 'M0 786C800 760 1600 780 2400 766V1300H0Z',
      far: 768,
      near: 1500,
      from: -7400,
      to: 9680,
      step: 280,
      soil: [0.75, 0, 0.3, 0],
      side: [0, 0.95, 0, 0.5],
      top: [0.5, 0.8, 0, 0],
      shade: [0.2, 0.3, 0.5, 0.4],
    }),
  ];
}

function boards(top: number): Shape[] {
  const shapes: Shape[] = [box(0, top, W, H - top, OAK, [0.8, 0, 0.6, 0.2]), box(0, top, W, 16, [0.9, 0, 0.16, 0])];
  for (const k of [0.2, 0.46, 0.76]) {
    const y = top + (H - top) * k;
    shapes.push({ d: `M0 ${y}H${W}`, tones: OAK_DEEP, stroke: 4 + k * 5 });
    shapes.push({
      d: `M${300 + k * 900} ${y + 40}C${700 + k * 500} ${y + 22} ${900 + k * 500} ${y + 62} ${1300 + k * 600} ${y + 36}`,
      tones: OAK_DEEP,
      stroke: 3,
    });
  }
  return shapes;
}

/** A basket of black grapes on boards, a knife beside it. */
export function hands(): Scene {
  const shapes: Shape[] = [
    ...outdoors(1200),
    ...boards(1180),
    {
      d: 'M560 1420C560 1390 900 1376 1240 1376S1900 1390 1900 1424S1500 1470 1200 1470S560 1452 560 1420Z',
      tones: [0.3, 0, 0.6, 0.6],
    },
    ...basket(1200, 1420, 860, BLUE, BLUE_LIGHT),
    ...posterLeaf(1760, 1440, 190, 74),
    ...posterGrapes(1800, 1380, 300, BLUE, BLUE_LIGHT),
    ...posterLeaf(560, 1450, 210, -70),
    { d: 'M420 1500L640 1462C670 1458 680 1476 660 1484L440 1528Z', tones: OAK_DEEP },
    { d: 'M650 1464C740 1440 800 1430 830 1398C838 1450 760 1484 664 1484Z', tones: SLATE_LIGHT },
  ];
  return { width: W, height: H, shapes };
}

/** A table in the evening with a bottle, two glasses, cheese, grapes and bread. */
export function table(): Scene {
  const shapes: Shape[] = [
    ...outdoors(760),
    ...boards(1200),
    { d: 'M300 1200L1980 1200L2160 1600H120Z', tones: PAPER, to: [0.1, 0, 0.04, 0] },
    { d: 'M420 1200L268 1600M1860 1200L2012 1600', tones: CLAY, stroke: 12 },
    {
      d: 'M900 1396C900 1378 1040 1372 1200 1372S1640 1378 1640 1398S1400 1424 1200 1424S900 1414 900 1396Z',
      tones: [0.34, 0, 0.14, 0.12],
    },
    ...posterBottle(1200, 1400, 960, LEAF_DARK, PAPER, SUN),
    ...posterGlass(930, 1430, 520, [0, 0, 1, 0.28]),
    ...posterGlass(1480, 1450, 520, SUN),
    ...cheese(1790, 1470, 340),
    ...posterLeaf(580, 1450, 170, -60),
    ...posterGrapes(620, 1290, 330, BLUE, BLUE_LIGHT),
    {
      d: 'M1050 1530C1060 1480 1360 1464 1560 1490C1640 1502 1630 1556 1560 1560C1360 1572 1060 1580 1050 1530Z',
      tones: OAK,
    },
    { d: 'M1140 1500l44 34M1250 1490l44 38M1360 1488l44 38M1470 1496l40 36', tones: [0.3, 0, 0.1, 0], stroke: 12 },
  ];
  return { width: W, height: H, shapes };
}

/** An old basket press with juice running into a tub. */
export function pressRoom(): Scene {
  const shapes: Shape[] = [
    box(0, 0, W, H, [0.5, 0, 0.24, 0.1], [0.7, 0, 0.4, 0.22]),
    { d: 'M1640 760V420A230 230 0 0 1 2100 420V760Z', tones: SKY, to: [0.7, 0, 0, 0] },
    { d: 'M1640 760V690C1760 640 1900 700 2100 650V760Z', tones: LEAF_DEEP },
    disc(1900, 560, 80, SUN),
    { d: 'M1640 760V700C1760 660 1900 715 2100 670V760Z', tones: LEAF },
    { d: 'M1640 760V420A230 230 0 0 1 2100 420V760ZM1870 190V760M1640 480H2100', tones: OAK_DEEP, stroke: 22 },
    { d: 'M1640 760L1100 1600H2060L2100 760Z', tones: [0.75, 0, 0.2, 0], to: [0.9, 0, 0.3, 0.08] },
  ];
  shapes.push(box(0, 1290, W, 310, [0.6, 0, 0.5, 0.3], [0.4, 0, 0.6, 0.55]));
  const [x, top, foot, half] = [1060, 560, 1120, 400];
  shapes.push(box(x - 30, 130, 60, 700, SLATE), {
    d: Array.from({ length: 16 }, (_, i) => `M${x - 34} ${150 + i * 26}l68 16`).join(''),
    tones: SLATE_LIGHT,
    stroke: 8,
  });
  shapes.push(
    box(x - 460, 330, 920, 52, OAK_DEEP),
    box(x - 460, 330, 920, 20, OAK),
    disc(x, 356, 70, SLATE),
    disc(x, 356, 34, SLATE_LIGHT),
  );
  shapes.push(box(x - 330, 470, 660, 54, OAK_DEEP), box(x - 290, 416, 580, 56, OAK));
  shapes.push(box(x - half + 20, top, half * 2 - 40, foot - top, [0, 0, 0.7, 0.75]));
  for (let i = 0; i < 15; i++) {
    const sx = x - half + i * ((half * 2) / 15);
    const t = Math.abs(i - 5) / 10;
    shapes.push(
      box(sx + 4, top - 14, (half * 2) / 15 - 13, foot - top + 14, [0.9 - t * 0.2, 0, 0.36 + t * 0.3, t * 0.4]),
    );
  }
  for (const k of [0.12, 0.5, 0.86]) {
    const y = top + (foot - top) * k;
    shapes.push(box(x - half - 8, y, half * 2 + 16, 34, SLATE), box(x - half - 8, y, half * 2 + 16, 8, SLATE_LIGHT));
  }
  shapes.push({ d: `M${x - 560} ${foot}H${x + 560}L${x + 520} ${foot + 96}H${x - 520}Z`, tones: OAK, to: OAK_DEEP });
  shapes.push(box(x - 440, foot + 96, 90, 250, OAK_DEEP), box(x + 350, foot + 96, 90, 250, OAK_DEEP));
  shapes.push({ d: `M${x - 60} ${foot + 40}H${x + 60}L${x + 44} ${foot + 120}H${x - 44}Z`, tones: SLATE });
  shapes.push({
    d: `M${x - 34} ${foot + 116}C${x - 30} ${foot + 180} ${x - 22} ${foot + 230} ${x - 24} 1420H${x + 24}C${x + 22} ${foot + 230} ${x + 30} ${foot + 180} ${x + 34} ${foot + 116}Z`,
    tones: SUN,
  });
  shapes.push(...tub(x, 1540, 520, 190));
  shapes.push({
    d: `M${x - 215} 1352A215 38 0 0 1 ${x + 215} 1352A215 38 0 0 1 ${x - 215} 1352Z`,
    tones: SUN,
    to: [0.9, 0, 0.3, 0],
  });
  shapes.push(
    { d: `M${x - 26} 1260H${x + 26}V1354H${x - 26}Z`, tones: SUN },
    { d: `M${x - 70} 1356A70 12 0 0 1 ${x + 70} 1356`, tones: STONE, stroke: 8 },
  );
  shapes.push(
    ...tub(1800, 1500, 400, 190),
    ...posterGrapes(1700, 1180, 260, MEADOW, [0.7, 0.2, 0, 0]),
    ...posterGrapes(1890, 1190, 250, MEADOW, [0.7, 0.2, 0, 0]),
    ...posterGrapes(1796, 1160, 270, MEADOW, [0.7, 0.2, 0, 0]),
  );
  shapes.push(...tub(1800, 1500, 400, 190).slice(0, 4));
  return { width: W, height: H, shapes };
}
