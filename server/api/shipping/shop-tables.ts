import {
  date,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { siteId } from '#server/api/database/sites-table.ts';
import { addresses } from '#server/api/places/places-tables.ts';
import type { Localized } from '#shared/localized.ts';
import type { PaymentMethod } from '#shared/payments/payment-method.ts';
import type { Weekday } from '#shared/places/weekday.ts';
import type { ShippingRate } from '#shared/shipping/shipping.ts';

/** Who brings parcels, and for how much; amounts in cents. */
export const carriers = pgTable(
  'carriers',
  {
    siteId: siteId(),
    id: integer().notNull(),
    position: integer().notNull(),
    name: jsonb().$type<Localized>().notNull(),
    serviceCode: text().notNull(),
    deliveryType: text().$type<'DELIVERY' | 'PICKUP'>().notNull(),
    siteType: text().notNull(),
    rates: jsonb().$type<ShippingRate[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.id] })],
);

/** Codes that take something off an order. How often one was used is counted in `code_uses`. */
export const discountCodes = pgTable(
  'discount_codes',
  {
    siteId: siteId(),
    id: integer().notNull(),
    code: text().notNull(),
    /** As `normalCode` writes it. */
    codeKey: text().notNull(),
    type: text().$type<'EURO' | 'PERCENTAGE'>().notNull(),
    /** Euros or percent. */
    amount: numeric({ precision: 9, scale: 2, mode: 'number' }).notNull(),
    detailType: text().$type<'PRODUCT' | 'SHIPPING_FEES'>().notNull(),
    validFrom: timestamp({ withTimezone: true }),
    validTo: timestamp({ withTimezone: true }),
    /** How often it may be used by everyone together, and by one customer; null: no limit. */
    uses: integer(),
    usesPerCustomer: integer(),
    /** Cents that the goods must cost at least. */
    leastGoods: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.id] }), uniqueIndex().on(table.siteId, table.codeKey)],
);

/** Addresses of the estate at which orders are handed over, with the days on which they are not. */
export const pickupPlaces = pgTable(
  'pickup_places',
  {
    siteId: siteId(),
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

/** Times of the week at which orders are handed over. */
export const pickupSchedules = pgTable(
  'pickup_schedules',
  {
    siteId: siteId(),
    id: integer().notNull(),
    addressId: integer().notNull(),
    weekdays: jsonb().$type<Weekday[]>().notNull(),
    /** `HH:MM` at the estate. */
    from: text().notNull(),
    to: text().notNull(),
    /** How many orders one day's slot takes; null: any number. */
    capacity: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.id] }),
    index().on(table.siteId, table.addressId),
    foreignKey({
      columns: [table.siteId, table.addressId],
      foreignColumns: [pickupPlaces.siteId, pickupPlaces.addressId],
    }).onDelete('cascade'),
  ],
);

/** The estate's own list of relay points. */
export const relayPoints = pgTable(
  'relay_points',
  {
    siteId: siteId(),
    id: integer().notNull(),
    name: text().notNull(),
    addLine1: text().notNull(),
    zipCode: text().notNull(),
    city: text().notNull(),
    /** ISO 3166-1 alpha-2, in capitals. */
    country: text().notNull(),
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
    icon: text().notNull(),
    openingHours: jsonb().$type<Localized>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.id] })],
);

/** How the estate takes money. */
export const paymentMethods = pgTable(
  'payment_methods',
  {
    siteId: siteId(),
    method: text().$type<PaymentMethod>().notNull(),
    position: integer().notNull(),
    label: jsonb().$type<Localized>().notNull(),
    /** What the customer has to do. */
    instructions: jsonb().$type<Localized>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.method] })],
);

/** Uses of codes. A cancelled order gives its use back. */
export const codeUses = pgTable(
  'code_uses',
  {
    siteId: siteId(),
    codeId: integer().notNull(),
    orderId: integer().notNull(),
    /** null once the account is gone. */
    userId: integer(),
    usedOn: date({ mode: 'string' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.codeId, table.orderId] })],
);
