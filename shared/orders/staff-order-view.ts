import { z } from 'zod';
import { eurosField } from '#shared/contract-fields.ts';
import { orderActors, orderStates } from './order-states.ts';
import { OrderDetail, OrderRefund, SurplusPayment } from './orders-contract.ts';

/** A change of an order's state. `staff` is an email address; null for other actors and for a deleted account. */
const OrderStateRecord = z.object({
  state: z.enum(orderStates),
  at: z.string(),
  actor: z.enum(orderActors),
  staff: z.string().nullable(),
  /** The reason that staff gave for a cancellation; empty for all other changes. */
  reason: z.string(),
});

/** An internal note of staff about an order. `author` is an email address, null if the account was deleted. */
const OrderNote = z.object({ id: z.int(), text: z.string(), at: z.string(), author: z.string().nullable() });

/**
 * Reasons why a received payment exceeds what its order needs: the order was cancelled or returned, or another payment
 * had paid it.
 */
const surplusPaymentReasons = ['order_cancelled', 'order_returned', 'already_paid'] as const;
export type SurplusPaymentReason = (typeof surplusPaymentReasons)[number];

/** A surplus payment with what staff need to refund it at the payment provider. */
const StaffSurplusPayment = SurplusPayment.extend({ reference: z.string(), reason: z.enum(surplusPaymentReasons) });

/** A refund with the units that it is for. `staff` is an email address, null if the account was deleted. */
const StaffOrderRefund = OrderRefund.extend({
  id: z.int(),
  staff: z.string().nullable(),
  lines: z.array(z.object({ position: z.int(), quantity: z.int() })),
  returnsStock: z.boolean(),
  /** The time at which staff recorded that the estate has paid the refund; null until then. */
  paidAt: z.string().nullable(),
});

const OrderMail = z.object({
  id: z.string(),
  kind: z.string(),
  to: z.string(),
  state: z.enum(['QUEUED', 'SENT', 'FAILED', 'UNCERTAIN']),
  attempts: z.int(),
  lastError: z.string(),
  at: z.string(),
});

export const StaffOrderView = OrderDetail.extend({
  /**
   * Raised when staff change the state, the tracking number or the due date of the payment. Requests that correct the
   * tracking number or the due date must send it.
   */
  revision: z.int(),
  customer: z.object({ id: z.string(), email: z.string(), firstname: z.string(), lastname: z.string() }),
  nextStates: z.array(z.enum(orderStates)),
  /** The day on which the customer paid an order that staff entered as paid; null for all other orders. */
  paidOn: z.string().nullable(),
  /** The provider's id of the payment that was received online; null for all other payments. */
  paymentReference: z.string().nullable(),
  history: z.array(OrderStateRecord),
  notes: z.array(OrderNote),
  surplusPayments: z.array(StaffSurplusPayment),
  refunds: z.array(StaffOrderRefund),
  refunded: eurosField,
  /** The amount that can still be refunded; 0 if the order is not paid, or its provider refunded the cancellation. */
  refundable: eurosField,
  mails: z.array(OrderMail),
  withdrawals: z.array(
    z.object({
      id: z.int(),
      revision: z.int(),
      receivedAt: z.string(),
      message: z.string(),
      handledAt: z.string().nullable(),
    }),
  ),
});
export type StaffOrderView = z.infer<typeof StaffOrderView>;
