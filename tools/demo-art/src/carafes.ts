import type { BottleShape } from './bottle-shapes.ts';

/** Creates the shape of the standard cognac bottle with round shoulders and a bulging neck. */
export function createCognacaiseShape(height = 282, radius = 40): BottleShape {
  const k = radius / 40;
  const neckEnd = height * 0.3;
  return {
    top: 14,
    steps: [
      [3, 15.4],
      [14, 15.4],
      [16, 13.2],
      [neckEnd * 0.4, 13.4, neckEnd * 0.5, 15.8, neckEnd * 0.72, 15.8],
      [neckEnd * 0.86, 15.8, neckEnd * 0.94, 14.2, neckEnd, 15.4],
      [neckEnd + 7 * k, 17, neckEnd + 6 * k, radius * 0.98, neckEnd + 46 * k, radius],
      [height - 8, radius],
      [height - 4, radius, height, radius - 2, height, radius - 6],
    ],
    wall: [neckEnd + 40 * k, height - 10],
    fill: neckEnd * 0.72,
    capsule: 40 * k,
    radius,
    height,
  };
}

/** Creates the shape of a broad, heavy bottle with nearly square shoulders. */
export function createFlagonShape(height = 252, radius = 46): BottleShape {
  return {
    top: 14,
    steps: [
      [3, 15.8],
      [15, 15.8],
      [17, 13.6],
      [52, 13.6, 62, 14, 72, 15.6],
      [80, 17, 78, 40, 104, radius - 0.4],
      [118, radius + 0.8, 180, radius - 1.6, height - 8, radius - 2.4],
      [height - 3, radius - 2.4, height, radius - 4, height, radius - 9],
    ],
    wall: [110, height - 12],
    fill: 56,
    capsule: 36,
    radius: radius - 1,
    height,
  };
}

/** Creates the shape of a bottle that narrows from the shoulder to the base. */
export function createAmphoraShape(height = 258, radius = 50): BottleShape {
  return {
    top: 14,
    steps: [
      [3, 15.6],
      [14, 15.6],
      [16, 13.2],
      [50, 13.2, 66, 13.6, 78, 16],
      [88, 18.5, 90, 47, 118, radius],
      [136, radius + 2, 190, 42, height - 14, 38.4],
      [height - 9, 38.4],
      [height - 7, 40.6],
      [height - 3, 40.8, height, 40, height, 36],
    ],
    wall: [118, height - 16],
    fill: 62,
    capsule: 34,
    radius: radius - 3,
    height,
  };
}

/** Creates the shape of a low, pear-shaped decanter. */
export function createDecanterShape(height = 226, radius = 62): BottleShape {
  return {
    top: 15,
    steps: [
      [4, 17.4],
      [10, 17.4],
      [12, 14.2],
      [46, 13.4, 58, 14.4, 72, 18.6],
      [100, 27, 112, 56, 148, radius - 0.6],
      [172, radius + 2, 192, 59, height - 14, 50],
      [height - 10, 47, height - 9, 47.4, height - 7, 47.8],
      [height - 3, 48, height, 47, height, 42],
    ],
    wall: [128, height - 26],
    fill: 66,
    capsule: 0,
    radius,
    height,
  };
}

/** Creates the shape of a ship's decanter with a long neck and a wide base. */
export function createCarafeShape(height = 238, radius = 67): BottleShape {
  return {
    top: 16,
    steps: [
      [4, 18.4],
      [9, 18.4],
      [11, 14.4],
      [30, 13.6],
      [32, 16.8],
      [37, 16.8],
      [39, 13.8],
      [84, 14.2, 104, 20, 132, 34],
      [160, 48, 188, 60, height - 30, radius - 0.6],
      [height - 18, radius + 2.2, height - 9, radius, height - 5, radius - 3],
      [height - 2, radius - 5, height, radius - 8, height, radius - 12],
    ],
    wall: [150, height - 24],
    fill: 92,
    capsule: 0,
    radius: 56,
    height,
  };
}

/** Creates the shape of a slim cylinder with a sharp shoulder, sealed with wax. */
export function createColumnCarafeShape(height = 286, radius = 38): BottleShape {
  return {
    top: 14,
    steps: [
      [3, 15.6],
      [13, 15.6],
      [15, 13],
      [66, 13],
      [76, 13.2, 84, 15, 88, 22],
      [91, 29, 89, 36.6, 97, radius],
      [height - 9, radius],
      [height - 4, radius, height, radius - 2, height, radius - 7],
    ],
    wall: [102, height - 14],
    fill: 60,
    capsule: 52,
    radius,
    height,
  };
}
