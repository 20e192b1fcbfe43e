import { z } from 'zod';
import { createRequiredTextSchema, createTextSchema, eurosField, idField } from '#shared/contract-fields.ts';
import { defineContract, IdParam } from '#shared/endpoint.ts';
import { maxTextLengths } from '#shared/limits.ts';
import { CountryIdOrCode } from '#shared/places/places-contract.ts';
import { DeliveryTime } from '#shared/shipping/delivery-time/delivery-time.ts';
import { wholeNumberText } from '#shared/text-values.ts';

export const CarrierOption = z.object({
  id: z.int(),
  name: z.string(),
  /** The shipping fee to pay in euros; 0 if shipping is free. */
  fdp: eurosField,
  /** The shipping fee in euros without regard to free shipping. */
  price: eurosField,
  serviceCode: z.string(),
  deliveryType: z.enum(['DELIVERY', 'PICKUP']),
  siteType: z.string(),
  deliveryTime: DeliveryTime.optional(),
});
export type CarrierOption = z.infer<typeof CarrierOption>;

/** A pickup point of a carrier, which the wire calls "access point". */
export const PickupPoint = z.object({
  id: z.string(),
  name: z.string(),
  addLine1: z.string(),
  zipCode: z.string(),
  city: z.string(),
  /** The ISO 3166-1 alpha-2 code of the country. */
  country: z.string(),
  /** The geographic position in degrees, WGS 84. */
  position: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  /** The kind of pickup point, `shop` or `locker`. */
  icon: z.string(),
  /** The opening hours as free text; empty if they are unknown. */
  openingHours: z.string(),
});
export type PickupPoint = z.infer<typeof PickupPoint>;

export const shippingContract = defineContract({
  'POST /relay/access-points': {
    summary: 'Pickup points near an address, the nearest first',
    /** The address near which to search. Of it, only postcode, town and country (by default France) are used. */
    body: z.strictObject({
      firstname: createTextSchema(maxTextLengths.name).optional(),
      lastname: createTextSchema(maxTextLengths.name).optional(),
      address: createTextSchema(maxTextLengths.addressLine).optional(),
      addressPart2: createTextSchema(maxTextLengths.addressLine).optional(),
      postalCode: createRequiredTextSchema(maxTextLengths.postalCode),
      city: createTextSchema(maxTextLengths.city).optional(),
      country: CountryIdOrCode.optional(),
      /** The carrier that the customer chose. The list is empty if the carrier does not deliver to pickup points. */
      idCarrier: idField.optional(),
    }),
    data: z.object({ accessPoints: z.array(PickupPoint) }),
    refusals: { unknown_country: 422 },
  },
  'GET /shipping/countries': {
    summary: 'The countries to which a carrier of the estate ships, as ISO 3166-1 alpha-2 codes',
    data: z.object({ countries: z.array(z.string()) }),
  },
  'GET /calendar/{id}/date/allowed/{month}/{year}': {
    summary:
      'The days and times of a month at which orders can be collected at an address of the estate, at which an element takes place, or at which a service is offered',
    params: z.object({
      id: IdParam,
      month: wholeNumberText(1, 12),
      year: wholeNumberText(2000, 2200),
    }),
    query: z.strictObject({
      /** The kind of item that the parameter `id` identifies. */
      type: z.enum(['address', 'element', 'service']).default('address'),
    }),
    data: z.object({
      /** The days with a slot, `YYYY-MM-DD`. */
      dates: z.array(z.string()),
      /** The slots that can be chosen. Times are `HH:MM` in the site's time zone. */
      schedules: z.array(z.object({ id: z.int(), date: z.string(), from: z.string(), to: z.string() })),
      /**
       * The periods in which nothing can be collected and that affect remaining days of the month, both days included;
       * none for an element or a service. `reason` may be empty.
       */
      closures: z.array(z.object({ from: z.string(), to: z.string(), reason: z.string() })),
    }),
    refusals: { not_found: 404 },
  },
});
