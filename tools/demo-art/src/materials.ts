import { parseLinearRgb } from './colour.ts';
import { colourToAbsorptionCoefficients, type GlassMaterial, type LiquidMaterial } from './glass.ts';
import type { SurfaceMaterial } from './surfaces.ts';

const glass = (hex: string, mm: number, wall = 2.6): GlassMaterial => ({
  absorb: colourToAbsorptionCoefficients(parseLinearRgb(hex), mm),
  wall,
});
const liquid = (hex: string, mm: number): LiquidMaterial => ({ absorb: colourToAbsorptionCoefficients(parseLinearRgb(hex), mm) });

export const GLASS_MATERIALS = {
  darkGreen: glass('#3d4a1e', 6),
  antique: glass('#33391c', 6),
  deadLeaf: glass('#a59c48', 6),
  champagne: glass('#34431f', 7, 3.6),
  paleGreen: glass('#dcdfb0', 6),
  clear: glass('#f1f2eb', 6),
  heavyClear: glass('#eef1ea', 7, 4),
} as const;

export const LIQUID_MATERIALS = {
  white: liquid('#f0e08a', 70),
  dry: liquid('#f3ebb4', 70),
  gold: liquid('#e2a62b', 70),
  rose: liquid('#f2a48c', 70),
  red: liquid('#5a0f16', 40),
  pineauWhite: liquid('#dc9a2c', 70),
  pineauRose: liquid('#cf5f3e', 70),
  pineauRed: liquid('#8a1d1c', 50),
  pineauOld: liquid('#a9601a', 70),
  pineauOldRose: liquid('#a04a1e', 70),
  cognacYoung: liquid('#d8912a', 70),
  cognac: liquid('#bf6a18', 70),
  cognacOld: liquid('#9a4410', 70),
  juiceWhite: liquid('#e3cf6e', 70),
  juiceRose: liquid('#e58b73', 70),
  juiceRed: liquid('#6d1226', 44),
} as const;

export const createSurface = (kind: SurfaceMaterial['kind'], hex: string): SurfaceMaterial => ({
  kind,
  colour: parseLinearRgb(hex),
});
