import type { ProfileSegment } from './profile.ts';

/** The shape of a bottle, with the measurements in mm that place its capsule, liquid and labels. */
export interface BottleShape {
  /** Radius at the top of the glass. */
  top: number;
  steps: ProfileSegment[];
  /** The straight part of the wall, where a label fits, as distances from the top of the glass. */
  wall: [from: number, to: number];
  /** Distance of the liquid's surface from the top of the glass. */
  fill: number;
  /** Distance of a capsule's lower edge from the top of the glass. */
  capsule: number;
  radius: number;
  height: number;
}

const heel = (height: number, radius: number, round = 6): ProfileSegment[] => [
  [height - round, radius],
  [height - round * 0.45, radius, height - round * 0.05, radius - round * 0.28, height, radius - round * 0.75],
];

/** Creates the shape of a bottle with straight walls and high, square shoulders. */
export function createBordeauxShape(
  height: number,
  radius: number,
  neck = 14.2,
  neckEnd = height * 0.272,
): BottleShape {
  const shoulder = radius * 0.98;
  const mid = neckEnd + shoulder * 0.36;
  const wall = neckEnd + shoulder;
  const midRadius = neck + (radius - neck) * 0.34;
  return {
    top: neck + 0.6,
    steps: [
      [4, neck + 0.9],
      [19, neck + 0.9],
      [21, neck - 0.6],
      [neckEnd, neck + 0.5],
      [neckEnd + shoulder * 0.17, neck + 0.9, mid - shoulder * 0.07, midRadius - 3.2, mid, midRadius],
      [mid + shoulder * 0.17, midRadius + 8.2 * (radius / 38), wall - shoulder * 0.34, radius, wall, radius],
      ...heel(height, radius - 0.4),
    ],
    wall: [wall + 2, height - 8],
    fill: neckEnd * 0.86,
    capsule: neckEnd * 0.8,
    radius,
    height,
  };
}

/** Creates the shape of a bottle with long sloping shoulders and a broad body. */
export function createBurgundyShape(height = 296, radius = 40.6, neck = 14.4): BottleShape {
  const neckEnd = height * 0.22;
  const wall = height * 0.575;
  const mid = neckEnd + (wall - neckEnd) * 0.43;
  return {
    top: neck + 0.6,
    steps: [
      [4, neck + 1],
      [16, neck + 1],
      [18, neck - 0.4],
      [neckEnd, neck + 0.9],
      [neckEnd + 16, neck + 1.9, mid - 14, neck + (radius - neck) * 0.36, mid, neck + (radius - neck) * 0.58],
      [mid + 15, neck + (radius - neck) * 0.82, wall - 26, radius, wall, radius],
      ...heel(height, radius - 0.3, 7),
    ],
    wall: [wall, height - 9],
    fill: neckEnd * 0.98,
    capsule: neckEnd * 0.92,
    radius,
    height,
  };
}

/** Creates the shape of the thick-walled bottle of sparkling wines. */
export function createChampenoiseShape(height = 312, radius = 44.2): BottleShape {
  const k = height / 312;
  const neck = 14.4 * Math.sqrt(k);
  return {
    top: neck + 0.8,
    steps: [
      [6 * k, neck + 1.6],
      [22 * k, neck + 1.6],
      [24 * k, neck],
      [52 * k, neck + 1.4],
      [86 * k, neck + 3.6, 108 * k, neck + (radius - neck) * 0.3, 138 * k, neck + (radius - neck) * 0.66],
      [156 * k, neck + (radius - neck) * 0.87, 172 * k, radius, 202 * k, radius],
      ...heel(height, radius - 0.2, 8),
    ],
    wall: [198 * k, height - 10],
    fill: 60 * k,
    capsule: 104 * k,
    radius,
    height,
  };
}

/**
 * Creates the shape of the tall Pineau bottle with a slender, bulging neck and a body that narrows slightly towards its
 * base.
 */
export function createPineauShape(height = 312, radius = 40): BottleShape {
  const k = radius / 40;
  const neckEnd = height * 0.33;
  const wall = neckEnd + 40 * k;
  return {
    top: 14.4,
    steps: [
      [3, 15],
      [15, 15],
      [17, 13.2],
      [neckEnd * 0.36, 13.4, neckEnd * 0.46, 15.6 * Math.sqrt(k), neckEnd * 0.66, 16 * Math.sqrt(k)],
      [neckEnd * 0.84, 16.2 * Math.sqrt(k), neckEnd * 0.92, 13.8, neckEnd, 15.6],
      [neckEnd + 8 * k, 17.5 * k, neckEnd + 12 * k, radius, wall, radius],
      [wall + 30, radius, height - 60, radius * 0.93, height - 6, radius * 0.915],
      [height - 3, radius * 0.915, height, radius * 0.89, height, radius * 0.85],
    ],
    wall: [wall + 6, height - 10],
    fill: neckEnd * 0.6,
    capsule: neckEnd * 0.4,
    radius: radius * 0.96,
    height,
  };
}

/** Creates the shape of a wide-mouthed bottle for fruit juice. */
export function createJuiceShape(height: number, radius: number, mouth: number): BottleShape {
  const neckEnd = height * 0.14;
  const wall = height * 0.46;
  return {
    top: mouth,
    steps: [
      [neckEnd * 0.4, mouth],
      [neckEnd * 0.45, mouth + 1.6],
      [neckEnd * 0.62, mouth + 1.6],
      [neckEnd * 0.68, mouth + 0.2],
      [neckEnd, mouth + 0.6],
      [neckEnd + 22, mouth + 3, wall - (wall - neckEnd) * 0.55, radius * 0.97, wall, radius],
      ...heel(height, radius - 0.3, 8),
    ],
    wall: [wall - 2, height - 10],
    fill: neckEnd * 1.02,
    capsule: 0,
    radius,
    height,
  };
}
