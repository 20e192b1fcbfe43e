import { readDatabaseTime } from '#server/api/database/read-database-time.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { lockOrder } from './order-changes-repository.ts';
import type { OrderRow } from './order-reading-repository.ts';
import { deleteUnpaidOrderLimitEntries, saveDueDateAndResetReminder } from './unpaid-orders-repository.ts';

/**
 * Changes the time at which an unpaid order is cancelled.
 * @param dueAt Null exempts the order: it is never cancelled automatically and no longer counts towards its customer's
 * limits.
 */
export async function changePaymentDueDate(
  tx: SiteTx,
  orderId: number,
  dueAt: Date | null,
): Promise<Outcome<OrderRow, 'not_found' | 'not_pending' | 'due_in_past'>> {
  const order = await lockOrder(tx, orderId);
  if (!order) return refuse('not_found');
  if (order.state !== 'PENDING') return refuse('not_pending');
  // Otherwise the order would be cancelled within the hour, and its customer could no longer pay.
  if (dueAt !== null && dueAt <= (await readDatabaseTime(tx))) return refuse('due_in_past');
  await saveDueDateAndResetReminder(tx, orderId, dueAt);
  if (dueAt === null) await deleteUnpaidOrderLimitEntries(tx, orderId);
  return ok({ ...order, paymentDueAt: dueAt, paymentRemindedAt: null });
}
