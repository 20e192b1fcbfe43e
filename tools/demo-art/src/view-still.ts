import { drawBarrelShapes, drawTubShapes } from './barrels.ts';
import {
  CLAY_COLOUR_INK_DENSITIES,
  DEEP_CLAY_COLOUR_INK_DENSITIES,
  BLACK_COLOUR_INK_DENSITIES,
  LEAF_COLOUR_INK_DENSITIES,
  DEEP_LEAF_COLOUR_INK_DENSITIES,
  OAK_COLOUR_INK_DENSITIES,
  DEEP_OAK_COLOUR_INK_DENSITIES,
  SKY_COLOUR_INK_DENSITIES,
  SLATE_COLOUR_INK_DENSITIES,
  SUN_COLOUR_INK_DENSITIES,
  LOW_SUN_COLOUR_INK_DENSITIES,
} from './inks.ts';
import type { PrintScene, SceneShape, InkDensities } from './print-scene.ts';
import { drawBoxShape, drawDiscShape } from './scenery.ts';

const W = 2400;
const H = 1600;
const COPPER: InkDensities = [0.7, 0, 0.86, 0];
const COPPER_DEEP: InkDensities = [0.3, 0, 0.96, 0.36];
const COPPER_LIGHT: InkDensities = [0.85, 0, 0.26, 0];

/** Draws an area of copper in three ink mixes: its body, its shaded right side and its lit left side. */
function copper(d: string, shade: string, light: string): SceneShape[] {
  return [
    { d, mix: COPPER },
    { d: shade, mix: COPPER_DEEP, clip: d },
    { d: light, mix: COPPER_LIGHT, clip: d },
  ];
}

function brickwork(x: number, y: number, w: number, h: number): SceneShape[] {
  const shapes: SceneShape[] = [drawBoxShape(x, y, w, h, CLAY_COLOUR_INK_DENSITIES, DEEP_CLAY_COLOUR_INK_DENSITIES, 'right')];
  const course = 46;
  let joints = '';
  for (let r = 0; r * course < h; r++) {
    joints += `M${x} ${y + r * course}H${x + w}`;
    for (let i = 0; i * 104 < w; i++) {
      const bx = x + i * 104 + (r % 2) * 52;
      if (bx < x + w) joints += `M${bx} ${y + r * course}v${Math.min(course, h - r * course)}`;
    }
  }
  shapes.push({ d: joints, mix: [0.5, 0, 0.4, 0.1], stroke: 5 });
  return shapes;
}

function hall(): SceneShape[] {
  const shapes: SceneShape[] = [
    drawBoxShape(0, 0, W, H, [0.3, 0, 0.2, 0.3], [0.7, 0, 0.36, 0.12]),
    { d: 'M180 820V470A190 190 0 0 1 560 470V820Z', mix: SKY_COLOUR_INK_DENSITIES, to: [0.8, 0, 0.1, 0] },
    drawDiscShape(410, 640, 84, SUN_COLOUR_INK_DENSITIES, LOW_SUN_COLOUR_INK_DENSITIES),
    { d: 'M180 820V740C280 700 420 760 560 716V820Z', mix: DEEP_LEAF_COLOUR_INK_DENSITIES, to: LEAF_COLOUR_INK_DENSITIES },
    { d: 'M180 820V470A190 190 0 0 1 560 470V820ZM370 280V820M180 560H560', mix: DEEP_OAK_COLOUR_INK_DENSITIES, stroke: 18 },
  ];
  for (let i = 0; i < 5; i++)
    shapes.push({ d: `M${-100 + i * 640} -20L${i * 640 - 40} 150`, mix: DEEP_OAK_COLOUR_INK_DENSITIES, stroke: 46 });
  shapes.push(drawBoxShape(0, 96, W, 54, DEEP_OAK_COLOUR_INK_DENSITIES), drawBoxShape(0, 92, W, 14, OAK_COLOUR_INK_DENSITIES));
  shapes.push(drawBoxShape(0, 1330, W, 270, [0.6, 0, 0.4, 0.34], [0.4, 0, 0.5, 0.6]));
  return shapes;
}

/** Draws a Charentais still with its boiler, onion head, swan neck, wine warmer and cooling coil. */
function alembic(): SceneShape[] {
  const neck =
    'M760 520C760 380 800 300 920 290C1120 276 1180 420 1330 452C1450 478 1560 470 1660 470C1800 470 1850 500 1850 640V800H1780V650C1780 560 1760 540 1660 540C1540 540 1440 548 1300 516C1140 480 1080 362 940 372C860 378 850 440 850 520Z';
  const pot = 'M560 1010C500 940 520 830 640 800H970C1090 830 1110 940 1050 1010Z';
  const head =
    'M640 806C560 740 580 600 690 548C740 524 760 520 805 516C850 520 870 524 920 548C1030 600 1050 740 970 806Z';
  const shapes: SceneShape[] = [
    ...copper(
      neck,
      'M900 500C880 400 960 380 1000 400C1130 500 1180 540 1340 532C1500 560 1700 530 1760 560C1800 600 1790 700 1790 810H1820V520H1660C1500 510 1400 520 1300 490C1160 450 1080 330 930 340C850 350 830 440 840 530Z',
      'M786 520C780 400 820 322 930 312C1080 300 1150 420 1310 470L1316 462C1170 410 1100 280 920 296C800 310 760 390 766 520Z',
    ),
    ...brickwork(460, 990, 690, 420),
    { d: 'M680 1410V1250A125 125 0 0 1 930 1250V1410Z', mix: BLACK_COLOUR_INK_DENSITIES },
    {
      d: 'M706 1410V1300C720 1260 744 1290 752 1250C770 1280 790 1230 806 1206C818 1250 846 1240 856 1278C870 1256 900 1290 904 1330V1410Z',
      mix: CLAY_COLOUR_INK_DENSITIES,
    },
    {
      d: 'M740 1410C738 1350 770 1350 780 1310C800 1340 812 1300 818 1280C834 1330 864 1340 868 1410Z',
      mix: SUN_COLOUR_INK_DENSITIES,
    },
    ...copper(
      pot,
      'M900 790C1000 860 1000 960 960 1020H1130V780Z',
      'M580 980C560 900 590 850 660 822L680 830C620 870 600 920 620 990Z',
    ),
    drawBoxShape(540, 986, 530, 30, SLATE_COLOUR_INK_DENSITIES),
    ...copper(
      head,
      'M880 520C960 600 960 720 900 812H1080V520Z',
      'M640 780C600 720 620 630 700 580L716 592C650 650 640 720 676 792Z',
    ),
    { d: 'M634 796H976V826H634Z', mix: COPPER_DEEP },
    { d: 'M650 806h8m30 0h8m30 0h8m30 0h8m30 0h8m30 0h8m30 0h8m30 0h8m30 0h8m30 0h8', mix: COPPER_LIGHT, stroke: 12 },
  ];
  // Wine warmer: a copper ball on a brick pillar with the pipe running through it.
  const ball = 'M1210 620A210 196 0 1 1 1630 620A210 196 0 1 1 1210 620Z';
  shapes.push(...brickwork(1300, 800, 240, 610));
  shapes.push(
    ...copper(
      ball,
      'M1500 400C1600 560 1580 740 1480 830H1680V400Z',
      'M1260 720C1220 620 1260 510 1360 456L1372 470C1300 530 1280 620 1306 716Z',
    ),
  );
  shapes.push(
    { d: 'M1212 640C1300 676 1540 676 1628 640', mix: COPPER_DEEP, stroke: 14 },
    drawBoxShape(1390, 392, 60, 50, COPPER),
    { d: 'M1376 392H1464', mix: COPPER_DEEP, stroke: 16 },
  );
  // Cooling vat with its coil.
  shapes.push(...drawTubShapes(1860, 1410, 560, 640));
  shapes.push(drawBoxShape(1780, 640, 70, 150, COPPER), drawBoxShape(1828, 640, 22, 150, COPPER_DEEP));
  shapes.push({ d: 'M2060 1330h60c20 0 30 10 30 30v40', mix: COPPER, stroke: 24 });
  shapes.push(...drawBarrelShapes(2230, 1500, 130, 0), { d: 'M2150 1396V1420', mix: SUN_COLOUR_INK_DENSITIES, stroke: 10 });
  return shapes;
}

export function drawStillScene(): PrintScene {
  return { width: W, height: H, shapes: [...hall(), ...alembic()] };
}

/** Draws a closer view at night with the fire, the boiler and a glass. */
export function drawDistillationScene(): PrintScene {
  const glow = drawDiscShape(806, 1270, 720, [0.95, 0, 0.3, 0], [0.04, 1, 0, 0.56], 'radial');
  const shapes: SceneShape[] = [
    drawBoxShape(-600, -600, 3600, 2800, [0, 1, 0, 0.72], [0.1, 1, 0, 0.44]),
    glow,
    drawBoxShape(-600, 1400, 3600, 500, [0.5, 0, 0.5, 0.5]),
    ...alembic(),
  ];
  return { width: W, height: H, shapes };
}
