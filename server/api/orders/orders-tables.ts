import { sql } from 'drizzle-orm';
import {
  bigint,
  date,
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
import type { StoredProductType } from '#server/api/catalogue/product-tables.ts';
import { siteIdColumn } from '#server/api/database/sites-table.ts';
import type { VatShare } from '#shared/cart/vat.ts';
import type { capacityUnits, ProductKind } from '#shared/catalogue/product-enums.ts';
import type { Lang } from '#shared/languages.ts';
import type { OrderChannel } from '#shared/orders/order-channel.ts';
import type { OrderActor, OrderState } from '#shared/orders/order-states.ts';
import type { OrderedBoxContent, StoredOrderAddress } from '#shared/orders/orders-contract.ts';
import type { PaymentMethod } from '#shared/payments/payment-method.ts';
import type { DeliveryTime } from '#shared/shipping/delivery-time/delivery-time.ts';
import type { DeliveryType } from '#shared/shipping/delivery-type.ts';
import type { PickupPoint } from '#shared/shipping/shipping-contract.ts';

const instant = () => timestamp({ withTimezone: true });
const now = () => instant().notNull().default(sql`now()`);

/** The carrier as the customer chose it. Older orders have no delivery time. */
interface OrderCarrier {
  id: number;
  name: string;
  serviceCode: string;
  deliveryTime?: DeliveryTime | undefined;
}

/** The counter in the latest order number of each estate. Its row is locked last in an order's transaction. */
export const orderCounters = pgTable(
  'order_counters',
  { siteId: siteIdColumn(), lastNumber: integer().notNull() },
  (table) => [primaryKey({ columns: [table.siteId] })],
);

/** The versions of the terms of sale that customers have accepted. */
export const termsVersions = pgTable(
  'terms_versions',
  {
    siteId: siteIdColumn(),
    /** SHA-256 of the terms' HTML, in hexadecimal. */
    version: text().notNull(),
    lang: text().$type<Lang>().notNull(),
    html: text().notNull(),
    firstAcceptedAt: now(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.version] })],
);

/**
 * Orders with everything that was agreed, amounts in cents with VAT. They have no foreign keys to the catalogue, whose
 * content may change.
 */
export const orders = pgTable(
  'orders',
  {
    siteId: siteIdColumn(),
    id: integer().notNull().generatedByDefaultAsIdentity(),
    number: text().notNull(),
    /** The customer's account, kept after its deletion until the order is anonymised; null for a guest order. */
    userId: integer(),
    /**
     * The customer's email address; empty if staff have entered none, and once the order is anonymised, together with
     * `userId`, `phone` and `message`. The law requires the other columns to be kept.
     */
    email: text().notNull(),
    emailKey: text().generatedAlwaysAs(sql`lower(email)`),
    lang: text().$type<Lang>().notNull(),
    state: text().$type<OrderState>().notNull(),
    deliveryType: text().$type<DeliveryType>().notNull(),
    bottles: integer().notNull(),
    // A bigint, because the cents of a large order exceed a four-byte integer.
    subtotal: bigint({ mode: 'number' }).notNull(),
    discount: bigint({ mode: 'number' }).notNull(),
    shippingFees: integer().notNull(),
    total: bigint({ mode: 'number' }).notNull(),
    vat: jsonb().$type<VatShare[]>().notNull(),
    discountCode: text(),
    carrier: jsonb().$type<OrderCarrier>(),
    deliveryAddress: jsonb().$type<StoredOrderAddress>(),
    billingAddress: jsonb().$type<StoredOrderAddress>().notNull(),
    pickupPoint: jsonb().$type<PickupPoint>(),
    collectionScheduleId: integer(),
    collectionDate: date({ mode: 'string' }),
    collection: jsonb().$type<{ from: string; to: string; place: string; address: string }>(),
    phone: text().notNull(),
    message: text().notNull(),
    paymentMethod: text().$type<PaymentMethod>().notNull(),
    /** The day on which the customer paid an order that staff entered as paid; null for all other orders. */
    paidOn: date({ mode: 'string' }),
    /** The provider's id of the payment that was received online. */
    paymentReference: text(),
    /** The accepted version of the terms of sale, a key of `terms_versions`. */
    termsVersion: text().notNull(),
    channel: text().$type<OrderChannel>().notNull().default('WEB'),
    createdAt: now(),
    /** The time at which the order is cancelled if it is still PENDING; null if it is never cancelled automatically. */
    paymentDueAt: instant(),
    paymentRemindedAt: instant(),
    /** The tracking number of the parcel, which staff can enter when they ship the order; null without one. */
    trackingNumber: text(),
    /**
     * The carrier's URL template at the time of shipping or of a later correction of the tracking number. A copy, so
     * that changes of the carrier do not break the link.
     */
    trackingUrl: text(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.id] }),
    uniqueIndex().on(table.siteId, table.number),
    index().on(table.siteId, table.userId),
    index().on(table.siteId, table.emailKey),
    index().on(table.siteId, table.createdAt),
    index().on(table.siteId, table.collectionScheduleId, table.collectionDate),
    index().on(table.siteId, table.paymentDueAt).where(sql`${table.state} = 'PENDING'`),
  ],
);

/** The lines of orders, with names and prices at the time of sale. */
export const orderLines = pgTable(
  'order_lines',
  {
    siteId: siteIdColumn(),
    orderId: integer().notNull(),
    position: integer().notNull(),
    variantId: integer().notNull(),
    productId: integer().notNull(),
    /** Name of the product in the language of the order. */
    name: text().notNull(),
    type: text().$type<StoredProductType>().notNull(),
    kind: text().$type<ProductKind>().notNull(),
    year: integer(),
    capacity: numeric({ precision: 9, scale: 3, mode: 'number' }).notNull(),
    capacityUnit: text().$type<(typeof capacityUnits)[number]>().notNull(),
    reference: text().notNull(),
    quantity: integer().notNull(),
    /** Unit price in cents before the reduction. */
    fullPrice: integer().notNull(),
    /** Unit price in cents after the reduction. */
    price: integer().notNull(),
    /** VAT rate in percent. */
    vatRate: numeric({ precision: 5, scale: 2, mode: 'number' }).notNull(),
    /** The contents of a box; null for other products, and for orders placed before contents were recorded. */
    contents: jsonb().$type<OrderedBoxContent[]>(),
    /**
     * The quantities taken from the stock by variant, less those that refunds have returned. Variants whose stock is
     * not managed are absent.
     */
    stockTaken: jsonb().$type<{ variantId: number; quantity: number }[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.orderId, table.position] }),
    foreignKey({ columns: [table.siteId, table.orderId], foreignColumns: [orders.siteId, orders.id] }).onDelete(
      'cascade',
    ),
  ],
);

/** The states that an order has been in, including the first one. */
export const orderStateChanges = pgTable(
  'order_state_changes',
  {
    siteId: siteIdColumn(),
    id: integer().notNull().generatedByDefaultAsIdentity(),
    orderId: integer().notNull(),
    state: text().$type<OrderState>().notNull(),
    changedAt: now(),
    actor: text().$type<OrderActor>().notNull(),
    /** The staff member who changed the state; null for other actors. */
    staffUserId: integer(),
    /** The reason that staff gave for a cancellation; empty for all other changes. */
    reason: text().notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.id] }),
    index().on(table.siteId, table.orderId),
    foreignKey({ columns: [table.siteId, table.orderId], foreignColumns: [orders.siteId, orders.id] }).onDelete(
      'cascade',
    ),
  ],
);

/** Access tokens of guest orders. Only their hashes are stored. */
export const orderAccessTokens = pgTable(
  'order_tokens',
  {
    siteId: siteIdColumn(),
    /** SHA-256 of the access token, in hexadecimal. */
    tokenHash: text().notNull(),
    orderId: integer().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.tokenHash] }),
    index().on(table.siteId, table.orderId),
    foreignKey({ columns: [table.siteId, table.orderId], foreignColumns: [orders.siteId, orders.id] }).onDelete(
      'cascade',
    ),
  ],
);

export const idempotentOrderRequests = pgTable(
  'order_requests',
  {
    siteId: siteIdColumn(),
    /** The email address, in lower case, of the customer, or of the staff member who enters the order. */
    emailKey: text().notNull(),
    key: text().notNull(),
    /** SHA-256 of the order in the request as JSON with sorted keys, in hexadecimal. */
    bodyHash: text().notNull(),
    orderId: integer(),
    createdAt: now(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.emailKey, table.key] })],
);

/**
 * Open unpaid orders, for the limits on them. An order has one row for each key that identifies its customer, until it
 * is paid, prepared or cancelled, or staff exempt it.
 */
export const unpaidOrderLimitEntries = pgTable(
  'unpaid_order_holds',
  {
    siteId: siteIdColumn(),
    /** Hash of an account id, email address, postal address or client network. */
    key: text().notNull(),
    orderId: integer().notNull(),
    /** Number of bottles that the order has taken from the stock. */
    bottles: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.key, table.orderId] }),
    index().on(table.siteId, table.orderId),
    foreignKey({ columns: [table.siteId, table.orderId], foreignColumns: [orders.siteId, orders.id] }).onDelete(
      'cascade',
    ),
  ],
);
