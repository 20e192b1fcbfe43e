import { z } from 'zod';
import { Localized } from '#shared/localized.ts';
import { paymentMethods } from '#shared/payments/payment-method.ts';
import { weekdays } from '#shared/places/weekday.ts';
import { frenchZones, worldZone } from '#shared/shipping/shipping-zone.ts';
import { clock, euros, id, position } from './content-fields.ts';

/** The files below `sites/<name>/content/` that say how the estate sells. Amounts are euros with VAT. */

const zone = z.union([
  z.enum([...frenchZones, worldZone]),
  z.string().regex(/^[A-Z]{2}$/, {
    error: `a zone: ${frenchZones.join(', ')}, ${worldZone}, or a country such as "BE"`,
  }),
]);

/**
 * carriers.json: who brings parcels. A rate holds in its zones; `upTo` is the number of bottles up to which a price
 * holds, null however many. France is three zones, not "FR".
 */
export const CarriersFile = z.array(
  z.strictObject({
    id,
    name: Localized,
    serviceCode: z.string().min(1),
    /** PICKUP brings to relay points. */
    deliveryType: z.enum(['DELIVERY', 'PICKUP']),
    siteType: z.string().default('WINEMAKER'),
    rates: z
      .array(
        z.strictObject({
          zones: z.array(zone).min(1),
          brackets: z.array(z.strictObject({ upTo: z.int().min(1).nullable(), price: euros })).min(1),
        }),
      )
      .min(1),
  }),
);

/** discount-codes.json: `amount` is euros or percent; `uses` is the limit for everyone together. */
export const DiscountCodesFile = z.array(
  z.strictObject({
    id,
    code: z.string().trim().min(2).max(60),
    type: z.enum(['EURO', 'PERCENTAGE']),
    amount: z.number().positive(),
    detailType: z.enum(['PRODUCT', 'SHIPPING_FEES']).default('PRODUCT'),
    from: z.iso.datetime({ offset: true }).nullable().default(null),
    to: z.iso.datetime({ offset: true }).nullable().default(null),
    uses: z.int().min(0).nullable().default(null),
    usesPerCustomer: z.int().min(1).nullable().default(null),
    leastGoods: euros.default(0),
  }),
);

/** pickup.json: where orders are fetched, when, and when not. `address` is an id of addresses.json. */
export const PickupFile = z.array(
  z.strictObject({
    address: id,
    schedules: z
      .array(
        z.strictObject({
          id,
          weekdays: z.array(z.enum(weekdays)).min(1),
          from: clock,
          to: clock,
          capacity: z.int().min(1).nullable().default(null),
        }),
      )
      .min(1),
    closures: z
      .array(z.strictObject({ from: z.iso.date(), to: z.iso.date(), reason: Localized.default('') }))
      .default([]),
  }),
);

/** relay-points.json: the estate's own list of relay points. */
export const RelayPointsFile = z.array(
  z.strictObject({
    id,
    name: z.string().min(1),
    addLine1: z.string().min(1),
    zipCode: z.string().min(1),
    city: z.string().min(1),
    /** ISO 3166-1 alpha-2. */
    country: z.string().length(2),
    position,
    icon: z.enum(['shop', 'locker']).default('shop'),
    openingHours: Localized.default(''),
  }),
);

/** payment-methods.json: how orders are paid, in the order to show. */
export const PaymentMethodsFile = z.array(
  z.strictObject({ method: z.enum(paymentMethods), label: Localized, instructions: Localized }),
);

/** newsletter-lists.json */
export const NewsletterListsFile = z.array(z.strictObject({ id, name: Localized, description: Localized.default('') }));
