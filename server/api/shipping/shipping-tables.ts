import { doublePrecision, foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { siteIdColumn } from '#server/api/database/sites-table.ts';
import { addresses } from '#server/api/places/places-tables.ts';
import type { Localized } from '#shared/localized.ts';
import type { Weekday } from '#shared/places/weekday.ts';
import type { DeliveryTime } from '#shared/shipping/delivery-time/delivery-time.ts';
import type { ShippingRate } from '#shared/shipping/shipping.ts';

/** Carriers with their rates; amounts in cents. */
export const carriers = pgTable(
  'carriers',
  {
    siteId: siteIdColumn(),
    id: integer().notNull(),
    position: integer().notNull(),
    name: jsonb().$type<Localized>().notNull(),
    serviceCode: text().notNull(),
    deliveryType: text().$type<'DELIVERY' | 'PICKUP'>().notNull(),
    siteType: text().notNull(),
    deliveryTime: jsonb().$type<DeliveryTime>(),
    /** URL with `{{TRACKING_NUMBER}}` in place of the number of the parcel. */
    trackingUrl: text(),
    rates: jsonb().$type<ShippingRate[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.id] })],
);

/** Postal addresses of the estate at which orders can be collected, with their closures. */
export const collectionPlaces = pgTable(
  'collection_places',
  {
    siteId: siteIdColumn(),
    addressId: integer().notNull(),
    closures: jsonb().$type<{ from: string; to: string; reason: Localized }[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.addressId] }),
    foreignKey({ columns: [table.siteId, table.addressId], foreignColumns: [addresses.siteId, addresses.id] }).onDelete(
      'cascade',
    ),
  ],
);

/** Hours of the week at which orders can be collected. */
export const collectionSchedules = pgTable(
  'collection_schedules',
  {
    siteId: siteIdColumn(),
    id: integer().notNull(),
    addressId: integer().notNull(),
    weekdays: jsonb().$type<Weekday[]>().notNull(),
    /** `HH:MM` at the estate. */
    from: text().notNull(),
    to: text().notNull(),
    /** Maximum number of orders in one day's slot; null for no limit. */
    capacity: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.id] }),
    index().on(table.siteId, table.addressId),
    foreignKey({
      columns: [table.siteId, table.addressId],
      foreignColumns: [collectionPlaces.siteId, collectionPlaces.addressId],
    }).onDelete('cascade'),
  ],
);

/** The estate's own list of pickup points. */
export const pickupPoints = pgTable(
  'pickup_points',
  {
    siteId: siteIdColumn(),
    id: integer().notNull(),
    name: text().notNull(),
    addLine1: text().notNull(),
    zipCode: text().notNull(),
    city: text().notNull(),
    /** ISO 3166-1 alpha-2, in upper case. */
    country: text().notNull(),
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
    icon: text().notNull(),
    openingHours: jsonb().$type<Localized>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.id] })],
);
