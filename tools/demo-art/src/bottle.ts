import type { BottleShape } from './bottle-shapes.ts';
import { type Decal, type LabelArt, rasterizeLabel } from './decal.ts';
import { GLASSES, LIQUIDS } from './materials.ts';
import { type Cover, type Picture, renderBottle } from './photograph.ts';
import { createProfile, type Step } from './profile.ts';
import type { Surface } from './surfaces.ts';

/** A stopper that rises above the glass. */
export interface Stopper {
  surface: Surface;
  top: number;
  steps: Step[];
  height: number;
}

export interface Bottle {
  key: string;
  shape: BottleShape;
  glass: keyof typeof GLASSES;
  liquid: keyof typeof LIQUIDS;
  capsule?: { surface: Surface; until?: number; ragged?: number; thick?: number; bands?: Surface };
  stopper?: Stopper;
  /** The bottle has a cap and no cork. */
  capped?: boolean;
  /** Each label's distance from the top of the glass is in mm. */
  labels: { top: number; art: LabelArt }[];
}

export async function drawBottle(bottle: Bottle, samples?: number): Promise<Picture> {
  const { shape, stopper, capsule } = bottle;
  const lift = stopper?.height ?? 0;
  const down = (step: Step): Step => step.map((value, i) => (i % 2 === 0 ? value + lift : value)) as Step;
  const whole: Step[] = stopper ? [...stopper.steps, [lift, shape.top], ...shape.steps.map(down)] : shape.steps;
  const covers: Cover[] = [];
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
  for (const { top, art } of bottle.labels) decals.push({ top: top + lift, art, texture: await rasterizeLabel(art) });
  return renderBottle(
    {
      profile: createProfile(stopper?.top ?? shape.top, whole),
      glass: GLASSES[bottle.glass],
      liquid: LIQUIDS[bottle.liquid],
      fill: shape.fill + lift,
      covers,
      decals,
      ...(bottle.capped ? {} : { cork: { from: lift, to: lift + 44, radius: 9.4 } }),
      widest: shape.radius,
    },
    samples,
  );
}
