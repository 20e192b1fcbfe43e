import { foldTownName } from '#shared/places/fold-town-name.ts';

interface Position {
  /** The latitude in degrees, WGS 84. The longitude is in degrees, too. */
  latitude: number;
  longitude: number;
}

interface PickupPointLocation {
  zipCode: string;
  city: string;
  position: Position | null;
}

export interface CustomerLocation {
  postalCode: string;
  /** The town of the customer; empty if it is unknown. */
  city: string;
}

const normalisePostcode = (postalCode: string): string => postalCode.replace(/[\s-]/g, '').toUpperCase();

/** The first two characters of a postcode are the department in France and the region in most other countries. */
const regionOf = (postalCode: string): string => normalisePostcode(postalCode).slice(0, 2);

/** Returns the difference of two postcodes as numbers. Within a region, neighbouring places have similar numbers. */
function postcodeDifference(a: string, b: string): number {
  const difference = Math.abs(Number(normalisePostcode(a)) - Number(normalisePostcode(b)));
  return Number.isFinite(difference) ? difference : Number.MAX_SAFE_INTEGER;
}

const earthRadiusKm = 6_371;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Computes the great-circle distance of two positions by the haversine formula. */
export function computeDistanceKm(a: Position, b: Position): number {
  const [latitudeA, latitudeB] = [radians(a.latitude), radians(b.latitude)];
  const longitudeDifference = radians(b.longitude - a.longitude);
  const haversine =
    Math.sin((latitudeB - latitudeA) / 2) ** 2 +
    Math.cos(latitudeA) * Math.cos(latitudeB) * Math.sin(longitudeDifference / 2) ** 2;
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(haversine)));
}

/**
 * Counts the characters of the common prefix of two postcodes. In most countries, the longer the common prefix, the
 * nearer the places.
 */
function commonPrefixLength(a: string, b: string): number {
  const [postcodeA, postcodeB] = [normalisePostcode(a), normalisePostcode(b)];
  const maxLength = Math.min(postcodeA.length, postcodeB.length);
  let length = 0;
  while (length < maxLength && postcodeA[length] === postcodeB[length]) length++;
  return length;
}

/**
 * Estimates the customer's position as the mean position of the pickup points in the same town, otherwise of those
 * whose postcodes have the longest common prefix with the customer's; null if none of these has a position, or no
 * pickup point is in the same region.
 */
function estimatePosition(points: readonly PickupPointLocation[], location: CustomerLocation): Position | null {
  const town = foldTownName(location.city);
  const inRegion = points.filter((point) => isInRegion(point, location));
  const inTown = inRegion.filter(({ city }) => town !== '' && foldTownName(city) === town);
  const maxPrefix = Math.max(...inRegion.map(({ zipCode }) => commonPrefixLength(zipCode, location.postalCode)));
  const similar = inRegion.filter(({ zipCode }) => commonPrefixLength(zipCode, location.postalCode) === maxPrefix);
  const positions = (inTown.length > 0 ? inTown : similar).flatMap(({ position }) => position ?? []);
  if (positions.length === 0) return null;
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    latitude: mean(positions.map(({ latitude }) => latitude)),
    longitude: mean(positions.map(({ longitude }) => longitude)),
  };
}

/**
 * Checks whether a pickup point is in the region of the customer's postcode. The name of the town alone does not locate
 * it, because many towns have the same name.
 */
const isInRegion = (point: PickupPointLocation, { postalCode }: CustomerLocation): boolean =>
  regionOf(point.zipCode) === regionOf(postalCode);

/**
 * Sorts the pickup points of a country by their distance from the customer's estimated position. If the position cannot
 * be estimated, and for pickup points without a position, the postcode decides: first the same one, then the same
 * region, then the nearest number.
 */
export function sortPickupPointsByDistance<P extends PickupPointLocation>(
  points: readonly P[],
  location: CustomerLocation,
): P[] {
  const { postalCode } = location;
  const origin = estimatePosition(points, location);
  const ranked = points.map((point) => ({
    point,
    distance: origin && point.position ? computeDistanceKm(origin, point.position) : Number.MAX_SAFE_INTEGER,
    hasSamePostcode: normalisePostcode(point.zipCode) === normalisePostcode(postalCode),
    isInRegion: isInRegion(point, location),
    postcodeDifference: postcodeDifference(point.zipCode, postalCode),
  }));
  type RankedPoint = (typeof ranked)[number];
  const byPostcode = (a: RankedPoint, b: RankedPoint) =>
    Number(b.hasSamePostcode) - Number(a.hasSamePostcode) ||
    Number(b.isInRegion) - Number(a.isInRegion) ||
    a.postcodeDifference - b.postcodeDifference;
  return ranked.sort((a, b) => a.distance - b.distance || byPostcode(a, b)).map(({ point }) => point);
}
