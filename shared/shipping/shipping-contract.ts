import { z } from 'zod';
import { euros, id, requiredText, text } from '#shared/contract-fields.ts';
import { contract, IdParam } from '#shared/endpoint.ts';
import { mostCharacters } from '#shared/limits.ts';
import { CountryRef } from '#shared/places/country-ref.ts';

export const CarrierChoice = z.object({
  id: z.int(),
  name: z.string(),
  /** The shipping fee to pay, in euros; 0 where shipping is free. */
  fdp: euros,
  /** What it costs without free shipping. */
  price: euros,
  serviceCode: z.string(),
  deliveryType: z.enum(['DELIVERY', 'PICKUP']),
  siteType: z.string(),
});
export type CarrierChoice = z.infer<typeof CarrierChoice>;

/** A pickup point of a carrier, as the wire has it. */
export const AccessPoint = z.object({
  id: z.string(),
  name: z.string(),
  addLine1: z.string(),
  zipCode: z.string(),
  city: z.string(),
  /** ISO 3166-1 alpha-2. */
  country: z.string(),
  /** Degrees, WGS 84. */
  position: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  /** What kind of place it is, for the map: `shop`, `locker`. */
  icon: z.string(),
  /** Opening hours in words, empty where unknown. */
  openingHours: z.string(),
});
export type AccessPoint = z.infer<typeof AccessPoint>;

export const shippingContract = contract({
  'POST /relay/access-points': {
    summary: 'Relay points near an address, the nearest first',
    /** An address as orders have it, as far as it is known: postcode, town and country count. */
    body: z.strictObject({
      firstname: text(mostCharacters.name).optional(),
      lastname: text(mostCharacters.name).optional(),
      address: text(mostCharacters.addressLine).optional(),
      addressPart2: text(mostCharacters.addressLine).optional(),
      postalCode: requiredText(mostCharacters.postalCode),
      city: text(mostCharacters.city).optional(),
      country: CountryRef.optional(),
      idCarrier: id.optional(),
    }),
    data: z.object({ accessPoints: z.array(AccessPoint) }),
    refusals: { unknown_country: 422 },
  },
  'GET /calendar/{id}/date/allowed/{month}/{year}': {
    summary: 'On which days of a month orders can be fetched at an address of the estate, and at what times',
    params: z.object({
      id: IdParam,
      month: z.coerce.number().int().min(1).max(12),
      year: z.coerce.number().int().min(2000).max(2200),
    }),
    data: z.object({
      /** `YYYY-MM-DD`. */
      dates: z.array(z.string()),
      /** Times `HH:MM` at the estate. */
      schedules: z.array(z.object({ id: z.int(), date: z.string(), from: z.string(), to: z.string() })),
    }),
    refusals: { not_found: 404 },
  },
});
