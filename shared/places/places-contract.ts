import { z } from 'zod';
import { idField } from '#shared/contract-fields.ts';
import { defineContract, IdParam } from '../endpoint.ts';
import { pageSize } from '../limits.ts';
import { createListQuerySchema } from '../list-query.ts';

/** A country. `id` is its ISO 3166-1 numeric code. */
export const Country = z.object({
  id: z.int(),
  alphaTwo: z.string(),
  alphaThree: z.string(),
  numCode: z.string(),
  name: z.string(),
});
export type Country = z.infer<typeof Country>;

/** One town under one postcode; `id` is stable across versions of the data. */
export const City = z.object({
  id: z.string(),
  name: z.string(),
  postalCode: z.string(),
  department: z.string(),
});
export type City = z.infer<typeof City>;

/** The opening hours of one weekday. Times are `HH:MM` in the site's time zone, and `open` is empty on closed days. */
const WeekdayOpeningHours = z.object({
  weekday: z.enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']),
  open: z.array(z.object({ from: z.string(), to: z.string() })),
});

/** The purpose of a postal address of the estate, such as `shop`. */
const AddressType = z.object({ value: z.string() });

export const EstateAddress = z.object({
  id: z.int(),
  name: z.string(),
  type: z.array(AddressType),
  address: z.string(),
  addressPart2: z.string(),
  postalCode: z.string(),
  city: z.string(),
  country: Country,
  phone: z.string(),
  email: z.string(),
  /** The geographic position in degrees, WGS 84. */
  position: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  openingHours: z.array(WeekdayOpeningHours),
});
export type EstateAddress = z.infer<typeof EstateAddress>;

export const placesContract = defineContract({
  'GET /countries': { summary: 'All countries, by name', data: z.object({ countries: z.array(Country) }) },
  'GET /cities/{search}/{idCountry}': {
    summary: 'French towns whose postcode or name begins with `search`; at most 50, exact names and large towns first',
    params: z.object({ search: z.string().min(1).max(60), idCountry: IdParam }),
    data: z.object({ cities: z.array(City) }),
  },
  'GET /company/address': {
    summary: 'The estate’s addresses, with opening hours',
    query: createListQuerySchema({ fields: { type: 'words' }, orders: ['id', 'city'], nbItem: pageSize.max }),
    data: z.object({ addresses: z.array(EstateAddress) }),
  },
  'GET /admin/address/type': {
    summary: 'The types of the estate’s addresses; public',
    data: z.object({ types: z.array(AddressType) }),
  },
});

/** A country by its numeric id or its ISO 3166-1 alpha-2 code. */
export const CountryIdOrCode = z.union([idField, z.string().regex(/^[A-Za-z]{2}$/)]);
export type CountryIdOrCode = z.infer<typeof CountryIdOrCode>;
