import { z } from 'zod';
import { defineResourceSpec } from '#shared/resource-spec.ts';
import {
  ClockTime,
  Coordinates,
  Country,
  Id,
  ListPosition,
  OptionalEmail,
  OptionalPhone,
  Slug,
} from '../input-fields.ts';
import { maxTextLengths } from '../limits.ts';
import { Localized } from '../localized.ts';
import { weekdays } from './weekday.ts';

/** A postal address of the estate with its opening hours. The estate is closed on weekdays that are absent. */
export const EstateAddressInput = z.strictObject({
  id: Id,
  position: ListPosition,
  name: Localized,
  /** The purposes of the address, as slugs such as "shop", "head-office" or "click-and-collect". */
  types: z.array(Slug).min(1),
  address: z.string().max(maxTextLengths.addressLine),
  addressPart2: z.string().max(maxTextLengths.addressLine).default(''),
  postalCode: z.string().max(maxTextLengths.postalCode),
  city: z.string().max(maxTextLengths.city),
  country: Country,
  phone: OptionalPhone.default(''),
  email: OptionalEmail.default(''),
  coordinates: Coordinates.nullable().default(null),
  openingHours: z
    .partialRecord(z.enum(weekdays), z.array(z.strictObject({ from: ClockTime, to: ClockTime })))
    .default({}),
});
export type EstateAddressInput = z.infer<typeof EstateAddressInput>;

export const estateAddressResourceSpec = defineResourceSpec({
  name: 'address',
  group: 'selling',
  key: 'id',
  keys: 'assigned',
  file: 'addresses.json',
  formerFields: { type: 'types', position: 'coordinates' },
  input: EstateAddressInput,
  list: {
    fields: { name: 'text', city: 'text', position: 'number' },
    orders: ['id', 'name', 'city', 'position'],
    columns: ['name', 'city', 'position'],
  },
});
