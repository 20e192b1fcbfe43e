import type { Bottle } from './bottle.ts';
import {
  type BottleShape,
  createBordeauxShape,
  createBurgundyShape,
  createChampenoiseShape,
  createJuiceShape,
  createPineauShape,
} from './bottle-shapes.ts';
import type { LabelArt } from './decal.ts';
import type { EstateBrandStyle } from './estate-brand-style.ts';
import { scaleLabel } from './label.ts';
import { drawBottleCollarLabel, drawFoilHairlineLabel } from './label-wine.ts';
import { createSurface } from './materials.ts';

type Format = '37.5' | '50' | '75' | '150';

const BORDEAUX: Record<Format, BottleShape> = {
  '37.5': createBordeauxShape(240, 31, 13.2),
  '50': createBordeauxShape(272, 33.4, 13.6),
  '75': createBordeauxShape(300, 38),
  '150': createBordeauxShape(366, 49, 15.6),
};

/** Returns the top edge of a label, in mm: labels sit slightly below the middle of the wall. */
function labelTop(shape: BottleShape, height: number, lift = 0.6): number {
  const [from, to] = shape.wall;
  return from + (to - from - height) * lift;
}

function fitLabel(shape: BottleShape, art: LabelArt, maxCoverage = 1.03): LabelArt {
  const [from, to] = shape.wall;
  const k = Math.min((maxCoverage * 2 * shape.radius) / art.width, (to - from - 2) / art.height);
  return scaleLabel(art, k);
}

/** Creates two stamped lines and the estate's emblem around the lower edge of a capsule. */
function capsuleBand(
  house: EstateBrandStyle,
  shape: BottleShape,
  colour: string,
  until = shape.capsule,
): { top: number; art: LabelArt }[] {
  const k = shape.height / 300;
  return [
    { top: until - 25 * k, art: scaleLabel(drawBottleCollarLabel(house, 84, 15, colour, true), k) },
    { top: until - 4 * k, art: scaleLabel(drawFoilHairlineLabel(house, 84), k) },
  ];
}

/** Creates a bottle of still wine: a Bordeaux or Burgundy bottle. */
export function createLabelledStillWineBottle(
  key: string,
  format: Format | 'burgundy',
  house: EstateBrandStyle,
  art: LabelArt,
  look: Pick<Bottle, 'glass' | 'liquid'> & { capsule: string },
): Bottle {
  const shape = format === 'burgundy' ? createBurgundyShape() : BORDEAUX[format];
  const label = fitLabel(shape, art);
  return {
    key,
    shape,
    glass: look.glass,
    liquid: look.liquid,
    capsule: { surface: createSurface('tin', look.capsule) },
    labels: [...capsuleBand(house, shape, look.capsule), { top: labelTop(shape, label.height), art: label }],
  };
}

/** Creates a bottle of sparkling wine, with foil over cork and wire and a collar below it. */
export function createSparklingWineBottle(
  key: string,
  isMagnum: boolean,
  house: EstateBrandStyle,
  art: LabelArt,
  foil: string,
  glass: Bottle['glass'],
  liquid: Bottle['liquid'],
): Bottle {
  const shape = isMagnum ? createChampenoiseShape(375, 54) : createChampenoiseShape();
  const k = isMagnum ? 1.2 : 1;
  const label = fitLabel(shape, art, 1.02);
  const band = scaleLabel(drawBottleCollarLabel(house, 84, 17, foil), k);
  const neck = Math.sqrt(k);
  return {
    key,
    shape,
    glass,
    liquid,
    stopper: {
      surface: createSurface('foil', foil),
      top: 11 * neck,
      steps: [
        [1 * k, 14 * neck, 2 * k, 16.4 * neck, 5 * k, 16.8 * neck],
        [9 * k, 17.2 * neck, 13 * k, 16.2 * neck, 17 * k, 14.8 * neck],
      ],
      height: 18 * k,
    },
    capsule: { surface: createSurface('foil', foil), ragged: 9 * k, until: 102 * k, thick: 0.5 },
    labels: [
      { top: 62 * k, art: band },
      { top: labelTop(shape, label.height, 0.3), art: label },
    ],
  };
}

export function createPineauBottle(
  key: string,
  isHalf: boolean,
  house: EstateBrandStyle,
  art: LabelArt,
  glass: Bottle['glass'],
  liquid: Bottle['liquid'],
  capsule: string,
): Bottle {
  const shape = isHalf ? createPineauShape(246, 31.4) : createPineauShape();
  const label = fitLabel(shape, art, 1.0);
  return {
    key,
    shape,
    glass,
    liquid,
    capsule: { surface: createSurface('tin', capsule), until: isHalf ? 42 : 52 },
    labels: [
      ...capsuleBand(house, shape, capsule, isHalf ? 42 : 52),
      { top: labelTop(shape, label.height, 0.55), art: label },
    ],
  };
}

const JUICES = {
  litre: createJuiceShape(306, 42.5, 15.4),
  bottle: createJuiceShape(288, 38.5, 15),
  small: createJuiceShape(202, 29, 12.4),
} as const;

export function createJuiceBottle(
  key: string,
  size: keyof typeof JUICES,
  art: LabelArt,
  liquid: Bottle['liquid'],
  cap: string,
): Bottle {
  const shape = JUICES[size];
  const label = fitLabel(shape, art, 1.0);
  const isSmall = size === 'small';
  const r = shape.top + (isSmall ? 2.4 : 2.6);
  return {
    key,
    shape,
    glass: 'clear',
    liquid,
    isCapped: true,
    stopper: {
      surface: createSurface('metal', cap),
      top: r - 2.4,
      steps: [
        [0.6, r - 1, 1.4, r, 2.6, r],
        [isSmall ? 6 : 15, r + 0.1],
      ],
      height: isSmall ? 6.4 : 15.6,
    },
    labels: [{ top: labelTop(shape, label.height, 0.45), art: label }],
  };
}
