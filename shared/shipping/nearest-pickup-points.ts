import { foldTown } from '#shared/places/fold-town.ts';

/** The location of a pickup point. */
export interface PickupPointPlace {
  zipCode: string;
  city: string;
  /** Degrees, WGS 84. */
  position: { latitude: number; longitude: number } | null;
}

export interface SearchLocation {
  postalCode: string;
  /** Empty where unknown. */
  city: string;
}

const bare = (postalCode: string): string => postalCode.replace(/[\s-]/g, '').toUpperCase();

/** Two letters or digits say the department in France and the region in most other countries. */
const regionOf = (postalCode: string): string => bare(postalCode).slice(0, 2);

/** How far apart two postcodes are as numbers: in one region neighbours have neighbouring ones, roughly. */
function gap(one: string, other: string): number {
  const [a, b] = [Number(bare(one)), Number(bare(other))];
  return Number.isFinite(a) && Number.isFinite(b) ? Math.abs(a - b) : Number.MAX_SAFE_INTEGER;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The way as the crow flies, in kilometres. */
export function distanceKm(
  one: NonNullable<PickupPointPlace['position']>,
  other: NonNullable<PickupPointPlace['position']>,
): number {
  const [a, b] = [radians(one.latitude), radians(other.latitude)];
  const [up, across] = [b - a, radians(other.longitude - one.longitude)];
  const chord = Math.sin(up / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(across / 2) ** 2;
  return 2 * 6_371 * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** How many characters two postcodes have in common from their beginning: the more, the nearer, in most countries. */
function commonBeginning(one: string, other: string): number {
  const [a, b] = [bare(one), bare(other)];
  let length = 0;
  while (length < Math.min(a.length, b.length) && a[length] === b[length]) length++;
  return length;
}

/**
 * About where somebody is: in the middle of the relay points of the same town, else of those whose postcodes begin most like
 * the customer's; null where none is of the same region.
 */
function whereabouts(points: readonly PickupPointPlace[], wanted: SearchLocation) {
  const town = foldTown(wanted.city);
  const near = points.filter((point) => nearby(point, wanted));
  const inTown = near.filter(({ city }) => town !== '' && foldTown(city) === town);
  const likest = Math.max(...near.map(({ zipCode }) => commonBeginning(zipCode, wanted.postalCode)));
  const alike = near.filter(({ zipCode }) => commonBeginning(zipCode, wanted.postalCode) === likest);
  const known = (inTown.length > 0 ? inTown : alike).flatMap(({ position }) => position ?? []);
  if (known.length === 0) return null;
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    latitude: mean(known.map(({ latitude }) => latitude)),
    longitude: mean(known.map(({ longitude }) => longitude)),
  };
}

/** Towns of one name are many: the right one is in the region of the postcode. */
const nearby = (point: PickupPointPlace, wanted: SearchLocation): boolean =>
  regionOf(point.zipCode) === regionOf(wanted.postalCode);

/**
 * Relay points of a country, the nearest first: by the way from about where the customer is; where no point tells that, by
 * postcode: the same one, then the same region, then the nearest number.
 */
export function nearestPickupPoints<P extends PickupPointPlace>(points: readonly P[], wanted: SearchLocation): P[] {
  const here = whereabouts(points, wanted);
  const distance = ({ position }: P) => (here && position ? distanceKm(here, position) : Number.MAX_SAFE_INTEGER);
  const ranked = points.map((point) => ({
    point,
    isElsewhere: bare(point.zipCode) === bare(wanted.postalCode) ? 0 : 1,
    way: distance(point),
    isFar: nearby(point, wanted) ? 0 : 1,
    gap: gap(point.zipCode, wanted.postalCode),
  }));
  const byWay = (one: (typeof ranked)[number], other: (typeof ranked)[number]) => one.way - other.way;
  const byPostcode = (one: (typeof ranked)[number], other: (typeof ranked)[number]) =>
    one.isElsewhere - other.isElsewhere || one.isFar - other.isFar || one.gap - other.gap;
  return ranked
    .sort((one, other) => (here ? byWay(one, other) || byPostcode(one, other) : byPostcode(one, other)))
    .map(({ point }) => point);
}
