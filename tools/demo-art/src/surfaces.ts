import type { LinearRgb } from './colour.ts';
import { computeMattLight, type SurfaceNormal, reflectStudioLight } from './light.ts';
import { sampleFractalNoise, sampleNoise } from './noise.ts';

/** The opaque material of a cap, a seal or a stopper. */
export interface SurfaceMaterial {
  kind: 'tin' | 'foil' | 'wax' | 'wood' | 'metal' | 'crystal' | 'cork';
  colour: LinearRgb;
}

function tilt(n: SurfaceNormal, dx: number, dy: number): SurfaceNormal {
  const x = n.x + dx;
  const y = n.y + dy;
  const length = Math.hypot(x, y, n.z);
  return { x: x / length, y: y / length, z: n.z / length };
}

/** Returns the height of the relief of crumpled foil at (angle, height), in mm. */
function crumple(angle: number, y: number): number {
  return (
    sampleFractalNoise(angle * 5.5, y * 0.045, 7, 3) * 0.9 +
    Math.abs(sampleNoise(angle * 9 + y * 0.03, y * 0.16, 11) - 0.5) * 0.9 +
    sampleFractalNoise(angle * 16, y * 0.28, 23, 2) * 0.22
  );
}

/** Computes the colour of an opaque surface under the studio light, and writes it into `out`. */
export function computeSurfaceColourInto(
  surface: SurfaceMaterial,
  plain: SurfaceNormal,
  angle: number,
  y: number,
  out: LinearRgb,
): void {
  let n = plain;
  let gloss = 0.05;
  let blur = 0.2;
  let metal = 0;
  let grain = 1;
  switch (surface.kind) {
    case 'tin': {
      const ripple = (sampleFractalNoise(angle * 6, y * 0.05, 3, 2) - 0.5) * 0.1;
      n = tilt(plain, ripple, 0);
      gloss = 0.046;
      blur = 0.085;
      metal = 0.16;
      break;
    }
    case 'foil': {
      const e = 0.02;
      const here = crumple(angle, y);
      n = tilt(plain, -(crumple(angle + e, y) - here) * (0.42 / (e * 14)), -(crumple(angle, y + 0.4) - here) * 0.7);
      gloss = 0.045;
      blur = 0.24;
      metal = 0.55;
      break;
    }
    case 'wax': {
      const e = 0.03;
      const lump = (a: number, h: number) => sampleFractalNoise(a * 2.2, h * 0.05, 31, 2) * 1.3;
      n = tilt(plain, (lump(angle, y) - lump(angle + e, y)) / (e * 14), (lump(angle, y) - lump(angle, y + 0.5)) * 1.1);
      gloss = 0.05;
      blur = 0.05;
      break;
    }
    case 'wood': {
      grain = 0.82 + 0.3 * sampleFractalNoise(angle * 7 + sampleNoise(angle * 2, y * 0.05, 4) * 2, y * 0.05, 9, 4);
      gloss = 0.02;
      blur = 0.3;
      break;
    }
    case 'cork': {
      grain = 0.7 + 0.45 * sampleFractalNoise(angle * 12, y * 0.9, 19, 3);
      gloss = 0;
      break;
    }
    case 'metal': {
      gloss = 0.08;
      blur = 0.06;
      metal = 0.85;
      break;
    }
    case 'crystal': {
      gloss = 0.12;
      blur = 0.02;
      grain = 0.75 + 0.6 * Math.abs(Math.sin(angle * 3)) * plain.z;
      break;
    }
  }
  const light = computeMattLight(n);
  const mirror = reflectStudioLight(n, blur);
  for (let i = 0; i < 3; i++) {
    const body = surface.colour[i]! * light * grain * (1 - metal * 0.62);
    const shine = metal * surface.colour[i]! * mirror * 0.34 + gloss * mirror * (1 - metal * 0.5);
    out[i] = body + shine;
  }
}
