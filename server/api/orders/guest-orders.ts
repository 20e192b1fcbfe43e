import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { DailySiteTasks } from '#server/api/jobs/recurring.ts';
import { anonymiseOrderRecords } from './anonymise-order-records.ts';
import { deleteOldOrders } from './delete-old-orders.ts';
import {
  assignGuestOrdersToAccount,
  deleteOldIdempotentRequests,
  lockClosedOrdersOfDeletedAccounts,
  lockOldGuestOrders,
} from './order-changes-repository.ts';
import { deleteExpiredOrderAccessTokens, revokeOrderAccessTokens } from './order-tokens.ts';

/** The same period as for accounts without activity; docs/rules.md, "Personal data". */
const retentionYears = 3;
/** Limits the size of one transaction; the remaining orders follow the next day. */
const maxOrdersPerRun = 1_000;

/**
 * Adds the guest orders of a verified email address to its account. Their links are revoked, so that from then on only
 * the account gives access to them.
 */
export async function moveGuestOrdersToAccount(tx: SiteTx, userId: number, emailKey: string): Promise<void> {
  const adopted = await assignGuestOrdersToAccount(tx, userId, emailKey);
  if (adopted.length > 0) await revokeOrderAccessTokens(tx, adopted);
}

async function eraseOldGuestOrders(tx: SiteTx, now: Date): Promise<void> {
  const before = new Date(now);
  before.setUTCFullYear(before.getUTCFullYear() - retentionYears);
  await anonymiseOrderRecords(tx, await lockOldGuestOrders(tx, before, maxOrdersPerRun));
}

/**
 * Anonymises orders that were open when their account was deleted. One day after they were closed their last mail has been
 * sent.
 */
export async function eraseOrdersOfDeletedAccounts(tx: SiteTx, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 86_400_000);
  await anonymiseOrderRecords(tx, await lockClosedOrdersOfDeletedAccounts(tx, before, maxOrdersPerRun));
}

export const ordersDailyTasks: DailySiteTasks = {
  'erase-orders-of-deleted-accounts': (tx) => eraseOrdersOfDeletedAccounts(tx, new Date()),
  'erase-old-guest-orders': (tx) => eraseOldGuestOrders(tx, new Date()),
  'delete-old-orders': (tx) => deleteOldOrders(tx, new Date()),
  'tidy-orders': async (tx) => {
    await deleteExpiredOrderAccessTokens(tx, new Date());
    await deleteOldIdempotentRequests(tx);
  },
};
