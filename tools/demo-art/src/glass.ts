import type { LinearRgb } from './colour.ts';
import { computeFresnelReflectance, type SurfaceNormal, reflectStudioLight } from './light.ts';
import { smoothstep } from './noise.ts';

export interface GlassMaterial {
  /** Absorption per mm of glass. */
  absorb: LinearRgb;
  wall: number;
}

export interface LiquidMaterial {
  /** Absorption per mm of liquid. */
  absorb: LinearRgb;
}

/** Derives the absorption coefficients from the colour that remains after `mm` of material. */
export function colourToAbsorptionCoefficients(colour: LinearRgb, mm: number): LinearRgb {
  return colour.map((c) => -Math.log(Math.max(1e-6, c)) / mm) as LinearRgb;
}

export interface GlassSurfacePoint {
  n: SurfaceNormal;
  /** Position across the bottle, -1 to 1. */
  across: number;
  x: number;
  radius: number;
  /** Heights above the base: of the point and of the liquid's surface. */
  rise: number;
  level: number;
  glass: GlassMaterial;
  liquid: LiquidMaterial;
  widest: number;
}

function chord(radius: number, x: number): number {
  return radius > Math.abs(x) ? 2 * Math.sqrt(radius * radius - x * x) : 0;
}

/** Returns the share of the background light that passes through; liquid makes the bottle refract like a lens. */
function backlight(point: GlassSurfacePoint, wet: number): number {
  const a = Math.abs(point.across);
  const tube = 1 - 0.34 * smoothstep(0.72, 0.9, a) + 0.2 * smoothstep(0.88, 0.93, a) - 0.56 * smoothstep(0.95, 1, a);
  const lens =
    (1 - 0.5 * smoothstep(0.5, 0.95, a) - 0.38 * smoothstep(0.92, 1, a)) *
    (1 +
      0.32 * Math.exp(-(((point.across - 0.52) / 0.2) ** 2)) -
      0.22 * Math.exp(-(((point.across + 0.5) / 0.26) ** 2)));
  return tube + (lens - tube) * wet;
}

/**
 * Computes the transmitted and reflected light of a glass wall with liquid or air behind it.
 * @returns alpha, below 1 where clear glass has only air behind it
 */
export function computeGlassAlphaAndColourInto(point: GlassSurfacePoint, out: LinearRgb): number {
  const { glass, liquid, x, radius, rise, n } = point;
  const footGlass = Math.max(0, 9 - rise) * 0.9;
  const wet = smoothstep(-0.5, 0.5, point.level - rise);
  // Refraction hides the wall of a full bottle, so the liquid appears to reach the outer edge.
  const inner = Math.max(0, radius - glass.wall * (1 - 0.72 * wet) - footGlass);
  // The punt is a dome of air that rises into the bottle.
  const dome = 24 * (point.widest / 40) - rise;
  const puntRadius = dome > 0 ? point.widest * 0.74 * Math.sqrt(Math.min(1, dome / 24)) : 0;
  const hollow = chord(Math.min(inner, puntRadius), x);
  const bore = chord(inner, x);
  const cavity = chord(Math.max(0, radius - glass.wall - footGlass), x);
  const solid = Math.min(34, chord(radius, x) - (bore + cavity) / 2 + (hollow > 0 ? glass.wall * 2 : 0));
  const wine = Math.max(0, bore - hollow * 0.8) * wet;
  const meniscus = Math.exp(-(((point.level - rise + 0.7) / 0.8) ** 2)) * (bore > 0 ? 1 : 0);
  const puntEdge = puntRadius > 0 ? Math.exp(-(((Math.abs(x) - puntRadius) / 2.2) ** 2)) : 0;
  const light =
    backlight(point, wet) * (1 - 0.32 * meniscus) * (1 - 0.3 * puntEdge) * (0.82 + 0.18 * smoothstep(0, 16, rise));
  const f = Math.min(0.34, computeFresnelReflectance(n.z));
  const mirror = f * reflectStudioLight(n, 0.02);
  const clearness = Math.exp(-glass.absorb[1] * 10);
  for (let i = 0; i < 3; i++) {
    const through = Math.exp(-glass.absorb[i]! * solid - liquid.absorb[i]! * wine);
    // Light scatters inside the glass, most of all where it is thick.
    const glow =
      Math.exp(-glass.absorb[i]! * 5) *
      (1 - clearness) *
      (0.03 + 0.16 * smoothstep(0.62, 0.97, Math.abs(point.across)));
    out[i] = through * light * (i === 2 ? 0.92 : i === 1 ? 0.98 : 1) + glow + mirror + 0.04 * puntEdge * clearness;
  }
  const clear = Math.exp(-(glass.absorb[1] * solid) * 6);
  return 1 - 0.42 * clear * (1 - wet) * smoothstep(0.03, 0.3, bore / (2 * radius)) * (1 - smoothstep(0.3, 1.2, mirror));
}
