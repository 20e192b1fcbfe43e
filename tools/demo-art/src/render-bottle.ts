import { encodeSrgbChannel0To1, type LinearRgb } from './colour.ts';
import { type Decal, sampleLabelTextureInto } from './decal.ts';
import { type GlassMaterial, type GlassSurfacePoint, computeGlassAlphaAndColourInto, type LiquidMaterial } from './glass.ts';
import { computeMattLight, type SurfaceNormal, reflectStudioLight } from './light.ts';
import { sampleFractalNoise, sampleNoise } from './noise.ts';
import type { RevolutionProfile } from './profile.ts';
import { type SurfaceMaterial, computeSurfaceColourInto } from './surfaces.ts';

/** An opaque cover over the glass, such as a capsule, from the top down to `until` (mm). */
export interface OpaqueCover {
  until: number;
  surface: SurfaceMaterial;
  /** Irregularity of the lower edge in mm. */
  ragged: number;
  /** Thickness over the glass in mm. */
  thick: number;
}

interface Subject {
  profile: RevolutionProfile;
  glass: GlassMaterial;
  liquid: LiquidMaterial;
  /** Distance from the top to the liquid's surface in mm. */
  fill: number;
  covers: OpaqueCover[];
  decals: Decal[];
  /** A cork that is visible through the neck. */
  cork?: { from: number; to: number; radius: number };
  widest: number;
}

export interface RawRgbaPicture {
  width: number;
  height: number;
  data: Buffer;
}

const PIXELS_PER_MM = 20 / 3;
const MARGIN = 2.4;
const DISTANCE = 1500;
const GOLD: LinearRgb = [0.83, 0.56, 0.22];
const CORK: SurfaceMaterial = { kind: 'cork', colour: [0.62, 0.4, 0.2] };

/** Renders a body of revolution under the studio light with parallel rays. */
export function renderBottle(subject: Subject, samples = 3): RawRgbaPicture {
  const { profile } = subject;
  const half = Math.max(profile.widest, ...subject.covers.map((c) => c.thick + 12)) + MARGIN;
  const width = Math.round(half * 2 * PIXELS_PER_MM);
  const rise = 2.2;
  const height = Math.round((profile.height + rise + MARGIN * 2) * PIXELS_PER_MM);
  const data = Buffer.alloc(width * height * 4);
  const look = lookAt(subject);
  const sum = { r: 0, g: 0, b: 0, a: 0 };
  const colour: LinearRgb = [0, 0, 0];
  const last = samples * samples - 1;
  const step = 1 / samples;
  /** Adds one sample to the pixel's sum and returns the brightness of the sample, for comparison. */
  const add = (px: number, py: number, s: number): number => {
    const x = (px + ((s % samples) + 0.5) * step) / PIXELS_PER_MM - half;
    const y = (py + (Math.floor(s / samples) + 0.5) * step) / PIXELS_PER_MM - MARGIN;
    const alpha = look(x, y, colour);
    if (alpha === 0) return -1;
    const [r, g, b] = [encodeSrgbChannel0To1(colour[0]), encodeSrgbChannel0To1(colour[1]), encodeSrgbChannel0To1(colour[2])];
    sum.r += r * alpha;
    sum.g += g * alpha;
    sum.b += b * alpha;
    sum.a += alpha;
    return r + g + b + alpha;
  };
  for (let py = 0; py < height; py++) {
    for (let px = 0; px < width; px++) {
      sum.r = sum.g = sum.b = sum.a = 0;
      // The whole grid is sampled only where two opposite corners differ, because most pixels are uniform.
      let taken = 2;
      if (last > 0 && Math.abs(add(px, py, 0) - add(px, py, last)) > 0.02) {
        for (let s = 1; s < last; s++) add(px, py, s);
        taken = last + 1;
      }
      if (last === 0) {
        add(px, py, 0);
        taken = 1;
      }
      if (sum.a === 0) continue;
      const at = (py * width + px) * 4;
      const dither = (sampleNoise(px * 0.9, py * 0.9, 5) - 0.5) * 1.6;
      data[at] = clamp((sum.r / sum.a) * 255 + dither);
      data[at + 1] = clamp((sum.g / sum.a) * 255 + dither);
      data[at + 2] = clamp((sum.b / sum.a) * 255 + dither);
      data[at + 3] = clamp((sum.a / taken) * 255);
    }
  }
  return { width, height, data };
}

function clamp(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)));
}

function lookAt(subject: Subject): (x: number, y: number, out: LinearRgb) => number {
  const { profile, covers, decals } = subject;
  const eye = profile.height * 0.42;
  const texel = new Float64Array(5);
  const shade = new Float64Array(5);
  const n: SurfaceNormal = { x: 0, y: 0, z: 1 };
  const point: GlassSurfacePoint = {
    n,
    across: 0,
    x: 0,
    radius: 0,
    rise: 0,
    level: profile.height - subject.fill,
    glass: subject.glass,
    liquid: subject.liquid,
    widest: subject.widest,
  };
  const coverAt = (angle: number, y: number): OpaqueCover | undefined => {
    for (const cover of covers) {
      const edge = cover.ragged
        ? cover.until + (sampleFractalNoise(angle * 2.2 + 9, 3, 41, 2) - 0.5) * cover.ragged
        : cover.until;
      if (y < edge) return cover;
    }
    return undefined;
  };
  return (x, seen, out) => {
    // Vertical perspective: the viewer is close, so the front of the body is shifted vertically against its sides.
    let y = seen;
    let radius = 0;
    let z = 0;
    for (let i = 0; i < 3; i++) {
      const at = Math.min(profile.height, Math.max(0, y));
      radius = profile.radiusAt(at);
      const plain = covers.find((c) => at < c.until);
      if (plain) radius += plain.thick;
      if (Math.abs(x) >= radius) return 0;
      z = Math.sqrt(radius * radius - x * x);
      y = eye + (seen - eye) * (1 - z / DISTANCE);
    }
    if (y < 0 || y > profile.height) return 0;
    const across = x / radius;
    const angle = Math.asin(across);
    const slope = Math.max(-6, Math.min(6, profile.slopeAt(y)));
    const length = Math.sqrt(1 + slope * slope);
    n.x = across / length;
    n.y = -slope / length;
    n.z = Math.sqrt(1 - across * across) / length;
    let alpha = 1;
    const cover = coverAt(angle, y);
    if (cover) {
      computeSurfaceColourInto(cover.surface, n, angle, y, out);
      const fromEdge = cover.until - y;
      if (!cover.ragged && fromEdge < 0.7) for (let c = 0; c < 3; c++) out[c] = out[c]! * (0.72 + fromEdge * 0.4);
    } else {
      point.across = across;
      point.x = x;
      point.radius = radius;
      point.rise = profile.height - y;
      alpha = computeGlassAlphaAndColourInto(point, out);
      const { cork } = subject;
      if (cork && y > cork.from && y < cork.to && Math.abs(x) < cork.radius) {
        const keep: LinearRgb = [out[0], out[1], out[2]];
        const cx = x / cork.radius;
        computeSurfaceColourInto(CORK, { x: cx, y: 0, z: Math.sqrt(1 - cx * cx) }, Math.asin(cx), y, out);
        for (let c = 0; c < 3; c++) out[c] = out[c]! * Math.exp(-subject.glass.absorb[c]! * 4) * 0.85 + keep[c]! * 0.22;
        alpha = 1;
      }
      const above = coverAt(angle, y - 1.2);
      if (above) for (let c = 0; c < 3; c++) out[c] = out[c]! * 0.7;
    }
    for (const decal of decals) {
      const { art, texture } = decal;
      const u = radius * angle + art.width / 2;
      const v = y - decal.top;
      if (v < -2 || v > art.height + 2 || u < -2 || u > art.width + 2) continue;
      sampleLabelTextureInto(texture, art, u, v, texel);
      const ink = texel[3]!;
      if (ink < 0.99 && art.outline) {
        sampleLabelTextureInto(texture, art, u - 0.5, v - 0.7, shade);
        const shadow = 1 - 0.42 * shade[3]! * (1 - ink);
        for (let c = 0; c < 3; c++) out[c] = out[c]! * shadow;
      }
      if (ink <= 0) continue;
      const fibre = art.outline ? 0.965 + 0.07 * sampleFractalNoise(u * 3.1, v * 3.1, 61, 2) : 1;
      const light = computeMattLight(n) * fibre;
      const sheen = 0.014 * reflectStudioLight(n, 0.34);
      const foil = texel[4]!;
      if (foil > 0.02) {
        sampleLabelTextureInto(texture, art, u - 0.16, v - 0.16, shade);
        const bevel = foil - shade[4]!;
        sampleLabelTextureInto(texture, art, u + 0.16, v + 0.16, shade);
        const relief = bevel - (foil - shade[4]!);
        const bright = 0.34 + 0.17 * reflectStudioLight(n, 0.22) + relief * 0.3 + 0.22 * computeMattLight(n);
        const metal = art.metal ?? GOLD;
        for (let c = 0; c < 3; c++)
          texel[c] = texel[c]! * (1 - foil) + ((metal[c]! * bright) / Math.max(0.2, light)) * foil;
      }
      for (let c = 0; c < 3; c++) out[c] = out[c]! * (1 - ink) + (texel[c]! * light + sheen) * ink;
      alpha = alpha + (1 - alpha) * ink;
    }
    return alpha;
  };
}
