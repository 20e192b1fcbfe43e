import { z } from 'zod';
import {
  createRequiredTextSchema,
  createTextSchema,
  idField,
  quantityField,
  revisionField,
} from '#shared/contract-fields.ts';
import { defineContract, IdParam, idempotencyRefusals } from '#shared/endpoint.ts';
import { FileDownload } from '#shared/file-download.ts';
import { Euros, Instant } from '#shared/input-fields.ts';
import { maxCartLines, maxTextLengths } from '#shared/limits.ts';
import { createListQuerySchema, type ListQuerySpec } from '#shared/list-query.ts';
import { paymentMethods } from '#shared/payments/payment-method.ts';
import { deliveryTypes } from '#shared/shipping/delivery-type.ts';
import { decimalFromTextSchema, idFromTextSchema } from '#shared/text-values.ts';
import { orderChannels } from './order-channel.ts';
import { orderStates } from './order-states.ts';
import { StaffOrderView } from './staff-order-view.ts';

const TrackingNumber = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9 ./_-]{0,58}[A-Za-z0-9])?$/);

/** Up to 50 ids of orders, separated by commas. */
const OrderIds = z
  .string()
  .max(1_000)
  .transform((text): unknown[] => text.split(','))
  .pipe(z.array(idFromTextSchema).min(1).max(50));

const orderList = {
  fields: {
    status: { set: orderStates },
    number: 'text',
    email: 'text',
    /**
     * Searches number, email address, names and wines of an order for each word, and its telephone number in any
     * spelling.
     */
    search: 'text',
    createdAt: 'date',
    deliveryType: { set: deliveryTypes },
    payment: { set: paymentMethods },
    channel: { set: orderChannels },
    idCarrier: 'ids',
    total: 'number',
    /** True for orders that are ready to be packed: paid, in preparation, or to be paid when they are collected. */
    isToPack: 'boolean',
    /** True for orders with money to pay back: cancelled ones that were paid, and refunds that the estate has not paid. */
    isToRefund: 'boolean',
  },
  orders: ['createdAt', 'number', 'total'],
} as const satisfies ListQuerySpec;

const params = z.object({ id: IdParam });
/** The `revision` of the order that the change is based on. */
const Revision = revisionField;
const data = z.object({ order: StaffOrderView });

export const staffOrdersContract = defineContract({
  'GET /admin/order': {
    summary: 'The estate’s orders, the newest first',
    access: 'staff',
    query: createListQuerySchema(orderList),
    data: z.object({ orders: z.array(StaffOrderView), total: z.int() }),
  },
  'GET /admin/order/export': {
    summary: 'The orders of the same filters as `GET /admin/order` as CSV, the oldest first',
    access: 'staff',
    query: createListQuerySchema(orderList),
    fileType: 'text/csv; charset=utf-8',
    data: FileDownload,
    refusals: { too_many_orders: 422 },
  },
  'GET /admin/order/packing-list': {
    summary: 'The packing lists of up to 50 orders as one PDF, which begins with the quantities of all orders',
    access: 'staff',
    query: z.strictObject({ ids: OrderIds }),
    fileType: 'application/pdf',
    data: FileDownload,
    refusals: { not_found: 404 },
  },
  'GET /admin/order/{id}/packing-list': {
    summary: 'The packing list of an order as PDF',
    access: 'staff',
    params,
    fileType: 'application/pdf',
    data: FileDownload,
    refusals: { not_found: 404 },
  },
  'GET /admin/order/{id}/delivery-note': {
    summary: 'The delivery note of an order as PDF, in the language of the order',
    access: 'staff',
    params,
    fileType: 'application/pdf',
    data: FileDownload,
    refusals: { not_found: 404 },
  },
  'GET /admin/order/{id}': {
    summary: 'One of the estate’s orders',
    access: 'staff',
    params,
    data,
    refusals: { not_found: 404 },
  },
  'GET /admin/order/{id}/mail-preview': {
    summary: 'The mail that a move of the order to another state would send; null if it would send none',
    access: 'staff',
    params,
    query: z.strictObject({
      state: z.enum(orderStates),
      trackingNumber: TrackingNumber.optional(),
      reason: createTextSchema(maxTextLengths.message).optional(),
    }),
    data: z.object({ mail: z.object({ to: z.string(), subject: z.string(), text: z.string() }).nullable() }),
    refusals: { not_found: 404, state_change_not_allowed: 409, voucher_redeemed: 409 },
  },
  'POST /admin/order/{id}/note': {
    summary: 'Adds an internal note to an order',
    access: 'staff',
    isIdempotent: true,
    params,
    body: z.strictObject({ text: createRequiredTextSchema(maxTextLengths.message) }),
    data,
    refusals: { not_found: 404, too_many_notes: 409, ...idempotencyRefusals },
  },
  'PUT /admin/order/{id}/state': {
    summary:
      'Moves an order to another state; cancelling returns its items to stock. The customer reads the reason of a cancellation in the mail',
    access: 'staff',
    params,
    body: z.strictObject({
      state: z.enum(orderStates),
      trackingNumber: TrackingNumber.optional(),
      reason: createTextSchema(maxTextLengths.message).optional(),
    }),
    data,
    refusals: {
      not_found: 404,
      state_change_not_allowed: 409,
      voucher_redeemed: 409,
      tracking_needs_shipment: 422,
      reason_needs_cancellation: 422,
    },
  },
  'PUT /admin/order/{id}/tracking': {
    summary:
      'Corrects the tracking number of a shipped order. With null it is removed. The customer receives the number again with `sendsMail`',
    access: 'staff',
    params,
    body: z.strictObject({
      revision: Revision,
      trackingNumber: TrackingNumber.nullable(),
      sendsMail: z.boolean().default(false),
    }),
    data,
    refusals: { not_found: 404, stale_revision: 409, not_shipped: 409 },
  },
  'PUT /admin/order/{id}/refund': {
    summary:
      'Records that the estate has paid the money of a refund (`idRefund`) or, with `idRefund` null, of a surplus payment (`reference`) back. Repeating it has no effect',
    access: 'staff',
    params,
    body: z
      .strictObject({ idRefund: idField.nullable(), reference: z.string().min(1).max(200).optional() })
      .refine(({ reference, idRefund }) => (reference === undefined) !== (idRefund === null)),
    data,
    refusals: { not_found: 404 },
  },
  'POST /admin/order/{id}/refund': {
    summary:
      'Refunds a part or all of a paid order, through the provider if it was paid online. The refunded units can return to stock. `refundedBefore` is the `refunded` of the order as staff saw it, so that a repeated call is refused',
    access: 'staff',
    params,
    body: z.strictObject({
      amount: Euros.positive(),
      refundedBefore: Euros,
      reason: createTextSchema(maxTextLengths.message).default(''),
      /** The units that the refund is for. Each line appears once. */
      lines: z
        .array(z.strictObject({ position: z.int().min(0).max(maxCartLines), quantity: quantityField }))
        .max(maxCartLines)
        .default([]),
      returnsStock: z.boolean().default(false),
    }),
    data,
    refusals: {
      not_found: 404,
      nothing_to_refund: 409,
      refund_outdated: 409,
      refund_too_high: 409,
      refund_quantity: 409,
      refund_vouchers: 409,
      stock_returned: 409,
    },
  },
  'GET /admin/order/{id}/refund-preview': {
    summary: 'The mail that a refund of the order would send; null if it would send none',
    access: 'staff',
    params,
    query: z.strictObject({
      amount: decimalFromTextSchema.pipe(Euros),
      reason: createTextSchema(maxTextLengths.message).default(''),
    }),
    data: z.object({ mail: z.object({ to: z.string(), subject: z.string(), text: z.string() }).nullable() }),
    refusals: { not_found: 404 },
  },
  'PUT /admin/order/{id}/payment-due': {
    summary:
      'Changes when an unpaid order lapses. With null it never lapses, and no longer counts towards the limits of unpaid orders',
    access: 'staff',
    params,
    body: z.strictObject({ revision: Revision, paymentDueAt: Instant.nullable() }),
    data,
    refusals: { not_found: 404, stale_revision: 409, not_pending: 409, due_in_past: 422 },
  },
});
