import { doublePrecision, integer, text } from 'drizzle-orm/pg-core';
import { jsonb, localized, siteTable } from '#server/api/database/sites-table.ts';
import type { Weekday } from '#shared/places/weekday.ts';

/** The estate's postal addresses, with opening hours in the site's time zone. A weekday without hours is closed. */
export const estateAddresses = siteTable('addresses', ['id'], {
  id: integer().notNull(),
  position: integer().notNull(),
  name: localized(),
  types: jsonb().$type<string[]>().notNull(),
  address: text().notNull(),
  addressPart2: text().notNull(),
  postalCode: text().notNull(),
  city: text().notNull(),
  /** Country as ISO 3166-1 alpha-2 code, in upper case. */
  country: text().notNull(),
  phone: text().notNull(),
  email: text().notNull(),
  latitude: doublePrecision(),
  longitude: doublePrecision(),
  /** Opening hours; times are `HH:MM`. */
  openingHours: jsonb().$type<Partial<Record<Weekday, { from: string; to: string }[]>>>().notNull(),
});
