import { and, asc, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { createItemRef, raiseItemRevisions, readItemRevisionLookup } from '#server/api/database/row-revisions.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { ListQuery } from '#shared/list-query.ts';
import { withdrawals } from './withdrawals-tables.ts';

/** Reads one page of withdrawal declarations, the newest first, and the number of all matching ones. */
export async function readWithdrawalPage(tx: SiteTx, { filters, page, nbItem }: ListQuery) {
  // `isHandled` is the only filter of the list.
  const where = and(...filters.map(({ value }) => (value === true ? isNotNull : isNull)(withdrawals.handledAt)));
  const total = await tx.$count(withdrawals, where);
  const rows = await tx
    .select()
    .from(withdrawals)
    .where(where)
    .orderBy(desc(withdrawals.id))
    .limit(nbItem)
    .offset((page - 1) * nbItem);
  return { rows: await withRevisions(tx, rows), total };
}

/** Reads the declarations of withdrawal from orders, the oldest first. */
export async function readWithdrawalsOfOrders(
  tx: SiteTx,
  orderIds: readonly number[],
): Promise<WithdrawalWithRevision[]> {
  const rows = await tx
    .select()
    .from(withdrawals)
    .where(inArray(withdrawals.orderId, [...orderIds]))
    .orderBy(asc(withdrawals.id));
  return withRevisions(tx, rows);
}

type WithdrawalRow = typeof withdrawals.$inferSelect;
export type WithdrawalWithRevision = WithdrawalRow & { revision: number };

const revisionKind = 'withdrawals';

async function withRevisions(tx: SiteTx, rows: readonly WithdrawalRow[]): Promise<WithdrawalWithRevision[]> {
  const revisionOf = await readItemRevisionLookup(
    tx,
    revisionKind,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, revision: revisionOf(row.id) }));
}

/** Locks a declaration until the transaction ends. */
export async function lockWithdrawal(tx: SiteTx, id: number): Promise<WithdrawalWithRevision | null> {
  const [row] = await tx.select().from(withdrawals).where(eq(withdrawals.id, id)).for('update');
  const [revised = null] = row ? await withRevisions(tx, [row]) : [];
  return revised;
}

/** Marks a locked declaration as handled, or as not handled, and raises its revision. */
export async function updateWithdrawalHandled(
  tx: SiteTx,
  row: WithdrawalWithRevision,
  { isHandled, staffUserId }: { isHandled: boolean; staffUserId: number },
): Promise<WithdrawalWithRevision> {
  const handled = isHandled ? { handledAt: new Date(), staffUserId } : { handledAt: null, staffUserId: null };
  await tx.update(withdrawals).set(handled).where(eq(withdrawals.id, row.id));
  await raiseItemRevisions(tx, [createItemRef(revisionKind, row.id)]);
  return { ...row, ...handled, revision: row.revision + 1 };
}

/** Reads the withdrawal declarations of an email address (in lower case), the oldest first. */
export const readWithdrawalsByEmail = (tx: SiteTx, emailKey: string) =>
  tx
    .select({
      receivedAt: withdrawals.receivedAt,
      name: withdrawals.name,
      orderNumber: withdrawals.orderNumber,
      message: withdrawals.message,
      statement: withdrawals.statement,
    })
    .from(withdrawals)
    .where(sql`lower(${withdrawals.email}) = ${emailKey}`)
    .orderBy(asc(withdrawals.id));

/** Anonymises the withdrawals of a deleted account: those of its orders and those with its email addresses. */
export async function anonymiseWithdrawalsOfAccount(
  tx: SiteTx,
  orderIds: readonly number[],
  emailKeys: readonly string[],
): Promise<void> {
  const addresses = sql.param([...new Set(emailKeys)]);
  await tx
    .update(withdrawals)
    .set({
      email: '',
      message: '',
      statement: '',
      // Withdrawals without an order lose the customer's name. Withdrawals with an order keep the name, as the law
      // requires for the order.
      name: sql`case when ${withdrawals.orderId} is null then '' else ${withdrawals.name} end`,
    })
    .where(
      or(inArray(withdrawals.orderId, [...orderIds]), sql`lower(${withdrawals.email}) = any(${addresses}::text[])`),
    );
}
