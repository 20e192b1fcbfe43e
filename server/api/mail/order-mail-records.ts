import { and, asc, inArray, ne, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { mails } from './mail-tables.ts';

/** What became of the mails about some orders, the first ones first; not what they say. */
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
 * Takes the people out of mails about some orders: that they were sent stays, what they said and to which of the
 * orders' addresses does not. One that is still to be sent goes out first, and is emptied then.
 */
export async function anonymiseMailsOfOrders(
  tx: SiteTx,
  orders: readonly { id: number; email: string }[],
): Promise<void> {
  if (orders.length === 0) return;
  const theirs = inArray(
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
      lastError: '',
    })
    .where(and(theirs, ne(mails.state, 'QUEUED')));
  await tx.update(mails).set({ isSecret: true }).where(theirs);
}
