import { and, asc, inArray, ne, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { mails } from './mail-tables.ts';

/** Reads the mails about some orders, sent or not, without their content, the oldest first. */
export const readMailsOfOrders = (tx: SiteTx, orderIds: readonly number[]) =>
  tx
    .select({
      id: mails.id,
      orderId: mails.orderId,
      kind: mails.kind,
      recipient: mails.recipient,
      state: mails.state,
      attempts: mails.attempts,
      lastError: mails.lastError,
      createdAt: mails.createdAt,
    })
    .from(mails)
    .where(inArray(mails.orderId, [...orderIds]))
    .orderBy(asc(mails.id));

/**
 * Anonymises the mails about some orders: content and customers' addresses are removed, and the record that the mails
 * were sent stays. Queued mails are marked as secret, so that their content is erased once they have been sent.
 */
export async function anonymiseMailsOfOrders(
  tx: SiteTx,
  orders: readonly { id: number; email: string }[],
): Promise<void> {
  if (orders.length === 0) return;
  const ofOrders = inArray(
    mails.orderId,
    orders.map(({ id }) => id),
  );
  const addresses = sql.param([...new Set(orders.map(({ email }) => email.toLowerCase()))]);
  await tx
    .update(mails)
    .set({
      recipient: sql`case when lower(${mails.recipient}) = any(${addresses}::text[]) then '' else ${mails.recipient} end`,
      replyTo: null,
      subject: '',
      html: '',
      text: '',
      attachments: [],
      draft: null,
      lastError: '',
    })
    .where(and(ofOrders, ne(mails.state, 'QUEUED')));
  await tx.update(mails).set({ isSecret: true }).where(ofOrders);
}
