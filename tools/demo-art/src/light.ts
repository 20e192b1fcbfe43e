import { smoothstep } from './noise.ts';

/** Unit normal in studio space: x points right, y down and z towards the viewer. */
export interface SurfaceNormal {
  x: number;
  y: number;
  z: number;
}

function band(value: number, from: number, to: number, soft: number): number {
  return smoothstep(from - soft, from + soft, value) * (1 - smoothstep(to - soft, to + soft, value));
}

/**
 * Returns the light that a mirror with this normal reflects: a tall soft box on the left, a weaker one behind it on the
 * right and a broad fill light in front. `blur` softens the edges for satin surfaces.
 */
export function reflectStudioLight(n: SurfaceNormal, blur: number): number {
  const rx = 2 * n.z * n.x;
  const ry = 2 * n.z * n.y;
  const rz = 2 * n.z * n.z - 1;
  const azimuth = Math.atan2(rx, rz);
  const elevation = Math.asin(Math.min(1, Math.max(-1, -ry)));
  const box = band(azimuth, -1.24, -0.86, 0.035 + blur) * band(elevation, -0.7, 0.95, 0.1 + blur);
  const strip = band(azimuth, 1.95, 2.22, 0.07 + blur) * band(elevation, -0.8, 0.9, 0.15 + blur);
  const spread = 1 / (1 + blur * 2.2);
  const ambient = 0.26 + 0.1 * elevation;
  const fill = 0.9 * Math.exp(-(((azimuth - 0.95) / 0.42) ** 2)) + 0.5 * Math.exp(-(((azimuth + 0.25) / 0.3) ** 2));
  const falloff = 0.72 + 0.5 * smoothstep(-0.86, -1.24, azimuth);
  return (box * 13 * falloff + strip * 4.2) * spread + Math.max(0.05, ambient) + fill;
}

export function computeFresnelReflectance(cosine: number): number {
  const c = 1 - Math.max(0, cosine);
  return 0.04 + 0.96 * c ** 5;
}

const KEY = (() => {
  const length = Math.hypot(-0.62, -0.34, 0.74);
  return { x: -0.62 / length, y: -0.34 / length, z: 0.74 / length };
})();

/** Returns the diffuse light on a matt surface: a key light from the upper left and ambient fill. */
export function computeMattLight(n: SurfaceNormal): number {
  const key = Math.max(0, n.x * KEY.x + n.y * KEY.y + n.z * KEY.z);
  const wrap = (key + 0.25) / 1.25;
  const fill = 0.5 + 0.5 * n.z;
  return 0.16 + 0.62 * wrap + 0.26 * fill;
}
