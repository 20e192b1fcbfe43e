import type { BottleShape } from './bottle-shapes.ts';
import { type Decal, type LabelArt, rasteriseLabel } from './decal.ts';
import { GLASS_MATERIALS, LIQUID_MATERIALS } from './materials.ts';
import { type OpaqueCover, type RawRgbaPicture, renderBottle } from './render-bottle.ts';
import { createRevolutionProfile, type ProfileSegment } from './profile.ts';
import type { SurfaceMaterial } from './surfaces.ts';

/** A stopper that rises above the glass. */
export interface BottleStopper {
  surface: SurfaceMaterial;
  top: number;
  steps: ProfileSegment[];
  height: number;
}

export interface Bottle {
  key: string;
  shape: BottleShape;
  glass: keyof typeof GLASS_MATERIALS;
  liquid: keyof typeof LIQUID_MATERIALS;
  capsule?: { surface: SurfaceMaterial; until?: number; ragged?: number; thick?: number; bands?: SurfaceMaterial };
  stopper?: BottleStopper;
  /** True if no cork is drawn in the neck, as under a cap or a stopper of glass. */
  isCapped?: boolean;
  /** The labels with their distances from the top of the glass in mm. */
  labels: { top: number; art: LabelArt }[];
}

export async function renderBottlePicture(bottle: Bottle, samples?: number): Promise<RawRgbaPicture> {
  const { shape, stopper, capsule } = bottle;
  const lift = stopper?.height ?? 0;
  const down = (step: ProfileSegment): ProfileSegment =>
    step.map((value, i) => (i % 2 === 0 ? value + lift : value)) as ProfileSegment;
  const whole: ProfileSegment[] = stopper
    ? [...stopper.steps, [lift, shape.top], ...shape.steps.map(down)]
    : shape.steps;
  const covers: OpaqueCover[] = [];
  // A cut-glass stopper needs the glass shader instead of an opaque surface.
  if (stopper && stopper.surface.kind !== 'crystal')
    covers.push({ until: lift, surface: stopper.surface, ragged: 0, thick: 0 });
  if (capsule) {
    covers.push({
      until: lift + (capsule.until ?? shape.capsule),
      surface: capsule.surface,
      ragged: capsule.ragged ?? 0,
      thick: capsule.thick ?? 0.45,
    });
  }
  const decals: Decal[] = [];
  for (const { top, art } of bottle.labels) decals.push({ top: top + lift, art, texture: await rasteriseLabel(art) });
  return renderBottle(
    {
      profile: createRevolutionProfile(stopper?.top ?? shape.top, whole),
      glass: GLASS_MATERIALS[bottle.glass],
      liquid: LIQUID_MATERIALS[bottle.liquid],
      fill: shape.fill + lift,
      covers,
      decals,
      ...(bottle.isCapped ? {} : { cork: { from: lift, to: lift + 44, radius: 9.4 } }),
      widest: shape.radius,
    },
    samples,
  );
}
