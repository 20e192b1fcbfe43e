import { findIssuesOfReference, type UnknownReference } from '../item-issue.ts';
import type { IsCountryCode } from '../places/find-unknown-country-issues.ts';
import type { CarrierInput } from './carrier-input.ts';
import { spanishShippingZones } from './shipping-zone.ts';

const spanishZones: ReadonlySet<string> = new Set(spanishShippingZones);

/** The issue that a carrier delivers to pickup points although there are none. */
export interface MissingPickupPointsIssue {
  refusal: 'pickup_points_missing';
  path: readonly ['deliveryType'];
}

type CheckedCarrier = Pick<CarrierInput, 'deliveryType' | 'serviceCode'> & {
  rates: readonly { zones: readonly string[] }[];
};

interface KnownToCarriers {
  isCountryCode: IsCountryCode;
  /** True if a service lists the pickup points of the carriers with a service code. */
  hasPickupPointService: (serviceCode: string) => boolean;
  /** True if the estate's own list has a pickup point. */
  hasPickupPoints: boolean;
}

/** Finds violations of the rules between a carrier and the countries and pickup points of its site. */
export const findReferenceIssuesOfCarrier = (
  carrier: CheckedCarrier,
  known: KnownToCarriers,
): (UnknownReference | MissingPickupPointsIssue)[] => [
  ...findUnknownCountries(carrier, known),
  ...findMissingPickupPoints(carrier, known),
];

/** A zone of two letters is a country or a part of Spain with a code of its own; all others are zones of the shop. */
const findUnknownCountries = ({ rates }: CheckedCarrier, { isCountryCode }: KnownToCarriers): UnknownReference[] =>
  rates.flatMap(({ zones }, rate) =>
    zones
      .filter((zone) => /^[A-Z]{2}$/.test(zone) && !spanishZones.has(zone))
      .flatMap((zone) => findIssuesOfReference('country', ['rates', rate, 'zones'], zone, { has: isCountryCode })),
  );

const findMissingPickupPoints = (
  { deliveryType, serviceCode }: CheckedCarrier,
  { hasPickupPointService, hasPickupPoints }: KnownToCarriers,
): MissingPickupPointsIssue[] =>
  deliveryType === 'PICKUP' && !hasPickupPoints && !hasPickupPointService(serviceCode)
    ? [{ refusal: 'pickup_points_missing', path: ['deliveryType'] }]
    : [];
