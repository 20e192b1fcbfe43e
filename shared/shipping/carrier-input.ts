import { z } from 'zod';
import { DeliveryTime } from '#shared/shipping/delivery-time/delivery-time.ts';
import { Coordinates, Country, Euros, Id, ListPosition } from '../input-fields.ts';
import { createRefinement, type InputIssue } from '../input-issue.ts';
import { findIssuesOfReference, type UnknownReference } from '../item-issue.ts';
import { maxId } from '../limits.ts';
import { Localized } from '../localized.ts';
import type { IsCountryCode } from '../places/find-unknown-country-issues.ts';
import { isBannedCountry } from './delivery-countries.ts';
import { frenchShippingZones, spanishShippingZones, worldShippingZone } from './shipping-zone.ts';
import { findTrackingUrlTemplateIssue } from './tracking-url.ts';

const Zone = z.union([
  z.enum([...frenchShippingZones, worldShippingZone]),
  z.string().regex(/^[A-Z]{2}$/, {
    error: `a zone: ${frenchShippingZones.join(', ')}, ${worldShippingZone}, or a country such as "BE"`,
  }),
]);

/**
 * The fields of a carrier. A rate applies in its zones. `upTo` is the number of bottles up to which a price applies,
 * null without a limit. France consists of three zones, so that "FR" is not a zone.
 */
const CarrierFields = z.strictObject({
  id: Id,
  position: ListPosition,
  name: Localized,
  serviceCode: z.string().min(1),
  /** The carrier delivers to the door (DELIVERY) or to its pickup points (PICKUP). */
  deliveryType: z.enum(['DELIVERY', 'PICKUP']),
  siteType: z.string().default('WINEMAKER'),
  deliveryTime: DeliveryTime.nullable().default(null),
  /** URL of the carrier's tracking page with `{{TRACKING_NUMBER}}` in place of the number. */
  trackingUrl: z.string().max(500).nullable().default(null),
  rates: z
    .array(
      z.strictObject({
        zones: z.array(Zone).min(1),
        /** The delivery time to these zones, if it differs from that of the carrier. */
        deliveryTime: DeliveryTime.nullable().default(null),
        brackets: z.array(z.strictObject({ upTo: z.int().min(1).max(maxId).nullable(), price: Euros })).min(1),
      }),
    )
    .min(1),
});

type CarrierRates = Pick<z.infer<typeof CarrierFields>, 'rates'>;
type CarrierRules = Pick<z.infer<typeof CarrierFields>, 'rates' | 'deliveryTime' | 'trackingUrl'>;

/**
 * Finds violations of the rules that connect the fields of a carrier. Only the server can check that the countries
 * exist.
 */
const findCarrierIssues = ({ rates, deliveryTime, trackingUrl }: CarrierRules): InputIssue[] => [
  ...zoneIssues(rates),
  ...bracketIssues(rates),
  ...deliveryTimeIssues(deliveryTime, []),
  ...rates.flatMap((rate, index) => deliveryTimeIssues(rate.deliveryTime, ['rates', index])),
  ...trackingUrlIssues(trackingUrl),
];

const deliveryTimeIssues = (time: CarrierRules['deliveryTime'], parent: readonly (string | number)[]): InputIssue[] =>
  time && time.maxDays < time.minDays
    ? [
        {
          path: [...parent, 'deliveryTime', 'maxDays'],
          message: 'must not be less than "minDays"',
          code: 'end_before_start',
        },
      ]
    : [];

function trackingUrlIssues(template: string | null): InputIssue[] {
  const message = template === null ? null : findTrackingUrlTemplateIssue(template);
  return message === null ? [] : [{ path: ['trackingUrl'], message }];
}

function zoneIssues(rates: CarrierRates['rates']): InputIssue[] {
  const seen = new Set<string>();
  return rates.flatMap(({ zones }, index) =>
    zones.flatMap((zone): InputIssue[] => {
      const path = ['rates', index, 'zones'];
      const isRepeated = seen.has(zone);
      seen.add(zone);
      const issues: InputIssue[] = isRepeated
        ? [{ path, message: `"${zone}" has a rate already`, code: 'zone_repeated' }]
        : [];
      if (zone === 'FR') issues.push({ path, message: '"FR" is three zones: FR-MAINLAND, FR-CORSICA and FR-OVERSEAS' });
      if (zone === 'MC') issues.push({ path, message: '"MC" belongs to FR-MAINLAND', code: 'zone_of_mainland' });
      if (isBannedCountry(zone))
        issues.push({ path, message: `"${zone}" may not be served: embargo or prohibition`, code: 'zone_banned' });
      return issues;
    }),
  );
}

const bracketIssues = (rates: CarrierRates['rates']): InputIssue[] =>
  rates.flatMap(({ brackets }, rate) =>
    brackets.flatMap(({ upTo }, index): InputIssue[] => {
      const before = index > 0 ? brackets[index - 1]?.upTo : 0;
      const isRising = before !== null && (upTo === null || before === undefined || upTo > before);
      if (isRising) return [];
      const message = 'must be more than in the bracket before; only the last may be null';
      return [{ path: ['rates', rate, 'brackets', index, 'upTo'], message, code: 'brackets_not_rising' }];
    }),
  );

export const CarrierInput = CarrierFields.superRefine(createRefinement(findCarrierIssues));
type CarrierInput = z.infer<typeof CarrierInput>;

const spanishZones: ReadonlySet<string> = new Set(spanishShippingZones);

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

/** A pickup point that the estate has entered, to which all its carriers of the type PICKUP deliver. */
export const PickupPointInput = z.strictObject({
  id: Id,
  name: z.string().min(1),
  addLine1: z.string().min(1),
  zipCode: z.string().min(1),
  city: z.string().min(1),
  country: Country,
  coordinates: Coordinates,
  icon: z.enum(['shop', 'locker']).default('shop'),
  openingHours: Localized.default(''),
});
