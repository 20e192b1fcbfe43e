import { randomInt } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import { type OrderRow, readLinesOfOrders } from '#server/api/orders/order-reading-repository.ts';
import { createOrderPageLink, readOrderMailContext } from '#server/api/orders/order-tokens.ts';
import { vouchers } from '#server/api/orders/orders-tables.ts';
import { cancelVouchersOfOrder, readVouchersOfOrders } from '#server/api/orders/vouchers-repository.ts';
import type { OrderState } from '#shared/orders/order-states.ts';
import { voucherCodeAlphabet, voucherValidityMonths } from '#shared/orders/voucher.ts';
import { createVouchersMail } from './voucher-mail.ts';

const codeLength = 12;

const createCode = (): string =>
  Array.from({ length: codeLength }, () => voucherCodeAlphabet[randomInt(voucherCodeAlphabet.length)]).join('');

/**
 * Issues the vouchers of an order that has been paid, and mails them as a PDF (docs/rules.md, "Vouchers"). An order
 * that is cancelled or returned, or whose vouchers have already been issued, is left unchanged. The caller must have
 * locked the order.
 */
export async function issueVouchers(tx: SiteTx, order: OrderRow): Promise<void> {
  if (order.state === 'CANCELLED' || order.state === 'RETURNED') return;
  const lines = (await readLinesOfOrders(tx, [order.id])).filter(({ kind }) => kind === 'voucher');
  if (lines.length === 0 || (await readVouchersOfOrders(tx, [order.id])).length > 0) return;
  const context = await readOrderMailContext(tx, order);
  const expiresOn = sql`((now() at time zone ${context.timeZone}) + make_interval(months => ${voucherValidityMonths}::int))::date`;
  const rows = lines.flatMap(({ name, price, quantity }) =>
    Array.from({ length: quantity }, () => ({ orderId: order.id, code: createCode(), name, value: price, expiresOn })),
  );
  const issued = await tx.insert(vouchers).values(rows).returning();
  if (order.email === '') return;
  const page = await createOrderPageLink(tx, order, context.origin);
  await queueMail(tx, createVouchersMail(order, issued, context, page));
}

/** Issues the vouchers of an order that becomes paid, and cancels those of an order that is cancelled or returned. */
export async function updateVouchersForOrderState(tx: SiteTx, order: OrderRow, state: OrderState): Promise<void> {
  if (state === 'PAID' || state === 'COMPLETED') await issueVouchers(tx, order);
  if (state === 'CANCELLED' || state === 'RETURNED') await cancelVouchersOfOrder(tx, order.id);
}
