import { doublePrecision, foreignKey, index, integer, text } from 'drizzle-orm/pg-core';
import { jsonb, localized, parentKey, siteTable } from '#server/api/database/sites-table.ts';
import { estateAddresses } from '#server/api/places/places-tables.ts';
import type { Localized } from '#shared/localized.ts';
import type { Weekday } from '#shared/places/weekday.ts';
import type { DeliveryTime } from '#shared/shipping/delivery-time/delivery-time.ts';
import type { ShippingRate } from '#shared/shipping/shipping.ts';

/** Carriers with their rates. Amounts are in cents. */
export const carriers = siteTable('carriers', ['id'], {
  id: integer().notNull(),
  position: integer().notNull(),
  name: localized(),
  serviceCode: text().notNull(),
  deliveryType: text().$type<'DELIVERY' | 'PICKUP'>().notNull(),
  siteType: text().notNull(),
  deliveryTime: jsonb().$type<DeliveryTime>(),
  /** URL with `{{TRACKING_NUMBER}}` in place of the number of the parcel. */
  trackingUrl: text(),
  rates: jsonb().$type<ShippingRate[]>().notNull(),
});

/** Addresses of the estate at which orders can be collected, with the days on which they are closed. */
export const collectionPlaces = siteTable(
  'collection_places',
  ['addressId'],
  {
    addressId: integer().notNull(),
    closures: jsonb().$type<{ from: string; to: string; reason: Localized }[]>().notNull(),
  },
  (table) => [parentKey(table, table.addressId, estateAddresses).onDelete('cascade')],
);

export const collectionSchedules = siteTable(
  'collection_schedules',
  ['id'],
  {
    id: integer().notNull(),
    addressId: integer().notNull(),
    weekdays: jsonb().$type<Weekday[]>().notNull(),
    /** Start of the slot as `HH:MM`, in the estate's time zone. */
    from: text().notNull(),
    to: text().notNull(),
    /** Maximum number of orders in the slot on one day; null for no limit. */
    capacity: integer(),
  },
  (table) => [
    index().on(table.siteId, table.addressId),
    foreignKey({
      columns: [table.siteId, table.addressId],
      foreignColumns: [collectionPlaces.siteId, collectionPlaces.addressId],
    }).onDelete('cascade'),
  ],
);

/** The pickup points that the estate has listed itself. */
export const pickupPoints = siteTable('pickup_points', ['id'], {
  id: integer().notNull(),
  name: text().notNull(),
  addLine1: text().notNull(),
  zipCode: text().notNull(),
  city: text().notNull(),
  /** Country as ISO 3166-1 alpha-2 code, in upper case. */
  country: text().notNull(),
  latitude: doublePrecision().notNull(),
  longitude: doublePrecision().notNull(),
  icon: text().notNull(),
  openingHours: localized(),
});
