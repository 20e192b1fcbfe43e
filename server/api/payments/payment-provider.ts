import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { type OrderReading, readPayments } from '#server/api/orders/read-orders.ts';
import type { Cents } from '#shared/money.ts';
import type { OrderState } from '#shared/orders/order-states.ts';
import type { OrderPayment } from '#shared/payments/payments-contract.ts';

/** What a payment is for. */
export interface PayableOrder {
  number: string;
  total: Cents;
}

/** How a payment has begun. */
export interface StartedPayment {
  /** The order's first state: PENDING as long as nothing is paid. */
  status: OrderState;
  /** What the customer has to do. */
  payment: OrderPayment;
}

/**
 * Whoever takes an estate's money. An online provider joins by implementing this: it prepares a payment in `start`, which
 * is part of the order's transaction and waits for no other server, and moves the order on when it is told of the money.
 */
export interface PaymentProvider {
  /** What customers of the estate may choose from, in its own order. */
  methods(tx: SiteTx, reading: OrderReading): Promise<OrderPayment[]>;
  start(tx: SiteTx, order: PayableOrder, payment: OrderPayment): Promise<StartedPayment>;
}

/** Transfer, cheque, at pick-up: customer and estate see to it between themselves. */
export const arrangedPayment: PaymentProvider = {
  methods: readPayments,
  start: async (_tx, _order, payment) => ({ status: 'PENDING', payment }),
};
