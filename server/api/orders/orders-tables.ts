import { sql } from 'drizzle-orm';
import { bigint, boolean, date, index, integer, numeric, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { StoredProductType } from '#server/api/catalogue/catalogue-tables.ts';
import { generatedId, instant, jsonb, now, parentKey, siteTable } from '#server/api/database/sites-table.ts';
import type { VatShare } from '#shared/cart/vat.ts';
import type { capacityUnits, ProductKind } from '#shared/catalogue/product-enums.ts';
import type { Lang } from '#shared/languages.ts';
import type { OrderChannel } from '#shared/orders/order-channel.ts';
import type { OrderActor, OrderState } from '#shared/orders/order-states.ts';
import type { OrderedBoxContent, StoredOrderAddress } from '#shared/orders/orders-contract.ts';
import type { RefundedLine, RefundMethod } from '#shared/orders/refund.ts';
import type { SurplusPaymentReason } from '#shared/orders/staff-order-view.ts';
import type { PaymentMethod } from '#shared/payments/payment-method.ts';
import type { DeliveryTime } from '#shared/shipping/delivery-time/delivery-time.ts';
import type { DeliveryType } from '#shared/shipping/delivery-type.ts';
import type { PickupPoint } from '#shared/shipping/shipping-contract.ts';

/** The carrier as the customer chose it. Older orders have no delivery time. */
interface OrderCarrier {
  id: number;
  name: string;
  serviceCode: string;
  deliveryTime?: DeliveryTime | undefined;
}

/** The counter in the latest order number of each estate. Its row is locked last in an order's transaction. */
export const orderCounters = siteTable('order_counters', [], { lastNumber: integer().notNull() });

/** The versions of the terms of sale that customers have accepted. */
export const termsVersions = siteTable('terms_versions', ['version'], {
  /** SHA-256 of the terms' HTML, in hexadecimal. */
  version: text().notNull(),
  lang: text().$type<Lang>().notNull(),
  html: text().notNull(),
  firstAcceptedAt: now(),
});

/**
 * Orders with everything that was agreed, amounts in cents with VAT. They have no foreign keys to the catalogue, whose
 * content may change.
 */
export const orders = siteTable(
  'orders',
  ['id'],
  {
    id: generatedId(),
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
    uniqueIndex().on(table.siteId, table.number),
    index().on(table.siteId, table.userId),
    index().on(table.siteId, table.emailKey),
    index().on(table.siteId, table.createdAt),
    index().on(table.siteId, table.collectionScheduleId, table.collectionDate),
    index().on(table.siteId, table.paymentDueAt).where(sql`${table.state} = 'PENDING'`),
  ],
);

/** The lines of orders, with names and prices at the time of sale. */
export const orderLines = siteTable(
  'order_lines',
  ['orderId', 'position'],
  {
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
  (table) => [parentKey(table, table.orderId, orders).onDelete('cascade')],
);

/** The states that an order has been in, including the first one. */
export const orderStateChanges = siteTable(
  'order_state_changes',
  ['id'],
  {
    id: generatedId(),
    orderId: integer().notNull(),
    state: text().$type<OrderState>().notNull(),
    changedAt: now(),
    actor: text().$type<OrderActor>().notNull(),
    /** The staff member who changed the state; null for other actors. */
    staffUserId: integer(),
    /** The reason that staff gave for a cancellation; empty for all other changes. */
    reason: text().notNull().default(''),
  },
  (table) => [index().on(table.siteId, table.orderId), parentKey(table, table.orderId, orders).onDelete('cascade')],
);

/** Access tokens of guest orders. Only their hashes are stored. */
export const orderAccessTokens = siteTable(
  'order_tokens',
  ['tokenHash'],
  {
    /** SHA-256 of the access token, in hexadecimal. */
    tokenHash: text().notNull(),
    orderId: integer().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [index().on(table.siteId, table.orderId), parentKey(table, table.orderId, orders).onDelete('cascade')],
);

export const idempotentOrderRequests = siteTable('order_requests', ['emailKey', 'key'], {
  /** The email address, in lower case, of the customer, or of the staff member who enters the order. */
  emailKey: text().notNull(),
  key: text().notNull(),
  /** SHA-256 of the order in the request as JSON with sorted keys, in hexadecimal. */
  bodyHash: text().notNull(),
  orderId: integer(),
  createdAt: now(),
});

/**
 * Open unpaid orders, for the limits on them. An order has one row for each key that identifies its customer, until it
 * is paid, prepared or cancelled, or staff exempt it.
 */
export const unpaidOrderLimitEntries = siteTable(
  'unpaid_order_holds',
  ['key', 'orderId'],
  {
    /** Hash of an account id, email address, postal address or client network. */
    key: text().notNull(),
    orderId: integer().notNull(),
    /** Number of bottles that the order has taken from the stock. */
    bottles: integer().notNull(),
  },
  (table) => [index().on(table.siteId, table.orderId), parentKey(table, table.orderId, orders).onDelete('cascade')],
);

/** Refunds of paid orders. An order can have several; together they never exceed what was paid. */
export const orderRefunds = siteTable(
  'order_refunds',
  ['id'],
  {
    id: generatedId(),
    orderId: integer().notNull(),
    /** Amount in cents. */
    amount: bigint({ mode: 'number' }).notNull(),
    method: text().$type<RefundMethod>().notNull(),
    /** The reason that the customer reads. */
    reason: text().notNull().default(''),
    /** The units that the refund is for; empty for a free amount and for the refund on a cancellation. */
    lines: jsonb().$type<RefundedLine[]>().notNull(),
    /** True if the units have returned to the stock. */
    isStockReturned: boolean().notNull(),
    createdAt: now(),
    /** The time at which staff recorded that the estate has paid the money; null until then, and for PROVIDER. */
    paidAt: instant(),
    /** The staff member who refunded; null for a cancellation by another actor. */
    staffUserId: integer(),
  },
  (table) => [index().on(table.siteId, table.orderId), parentKey(table, table.orderId, orders).onDelete('cascade')],
);

/** Online payments that were received for cancelled, returned or paid orders, and that the estate has to refund. */
export const surplusPayments = siteTable(
  'surplus_payments',
  ['orderId', 'reference'],
  {
    orderId: integer().notNull(),
    /** The provider's id of the payment. */
    reference: text().notNull(),
    /** The amount to refund, in cents. */
    amount: bigint({ mode: 'number' }).notNull(),
    reason: text().$type<SurplusPaymentReason>().notNull(),
    receivedAt: now(),
    /** The time at which staff recorded the refund; null until then. */
    refundedAt: instant(),
    /** The staff member who recorded the refund. */
    staffUserId: integer(),
  },
  (table) => [parentKey(table, table.orderId, orders).onDelete('cascade')],
);

/**
 * Vouchers of paid orders. The code is stored in plain text, because customers can see it again on the order's page.
 */
export const vouchers = siteTable(
  'vouchers',
  ['id'],
  {
    id: generatedId(),
    orderId: integer().notNull(),
    /** The code without hyphens. */
    code: text().notNull(),
    /** Name of the product in the language of the order. */
    name: text().notNull(),
    /** The price that was paid, in cents. */
    value: integer().notNull(),
    issuedAt: now(),
    /** Last day of validity. */
    expiresOn: date({ mode: 'string' }).notNull(),
    redeemedAt: instant(),
    /** The staff member who redeemed the voucher. */
    staffUserId: integer(),
    cancelledAt: instant(),
  },
  (table) => [
    uniqueIndex().on(table.siteId, table.code),
    index().on(table.siteId, table.orderId),
    parentKey(table, table.orderId, orders).onDelete('cascade'),
  ],
);

/** Internal notes of staff about orders, which customers do not see. */
export const orderNotes = siteTable(
  'order_notes',
  ['id'],
  {
    id: generatedId(),
    orderId: integer().notNull(),
    text: text().notNull(),
    createdAt: now(),
    staffUserId: integer().notNull(),
  },
  (table) => [index().on(table.siteId, table.orderId), parentKey(table, table.orderId, orders).onDelete('cascade')],
);
