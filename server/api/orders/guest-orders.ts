import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { DailySiteTasks } from '#server/api/jobs/recurring-jobs.ts';
import { deleteOldOrders } from './delete-old-orders.ts';
import { eraseContactDataOfOrders } from './erase-contact-data-of-orders.ts';
import {
  assignGuestOrdersToAccount,
  deleteOldIdempotentRequests,
  lockClosedOrdersOfDeletedAccounts,
  lockOldGuestOrders,
} from './order-changes-repository.ts';
import { deleteExpiredOrderAccessTokens, revokeAccessTokensOfOrders } from './order-tokens.ts';

/**
 * Number of years for which guest orders keep contact data, the same as for accounts without activity (docs/rules.md,
 * "Personal data").
 */
const retentionYears = 3;
/** Maximum number of orders that one run changes, to limit its transaction. The next day's run continues. */
const maxOrdersPerRun = 1_000;

/**
 * Moves the guest orders of a verified email address to its account. The secret links to them are revoked, so that from
 * then on only the account gives access.
 */
export async function moveGuestOrdersToAccount(tx: SiteTx, userId: number, emailKey: string): Promise<void> {
  const adopted = await assignGuestOrdersToAccount(tx, userId, emailKey);
  if (adopted.length > 0) await revokeAccessTokensOfOrders(tx, adopted);
}

async function eraseOldGuestOrders(tx: SiteTx, now: Date): Promise<void> {
  const before = new Date(now);
  before.setUTCFullYear(before.getUTCFullYear() - retentionYears);
  await eraseContactDataOfOrders(tx, await lockOldGuestOrders(tx, before, maxOrdersPerRun));
}

/**
 * Anonymises closed orders that were still open when their account was deleted. Orders that were closed less than a day
 * ago are skipped, because mails about them may still be sent.
 */
export async function eraseOrderContactDataOfDeletedAccounts(tx: SiteTx, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 86_400_000);
  await eraseContactDataOfOrders(tx, await lockClosedOrdersOfDeletedAccounts(tx, before, maxOrdersPerRun));
}

export const ordersDailyTasks: DailySiteTasks = {
  'erase-orders-of-deleted-accounts': (tx) => eraseOrderContactDataOfDeletedAccounts(tx, new Date()),
  'erase-old-guest-orders': (tx) => eraseOldGuestOrders(tx, new Date()),
  'delete-old-orders': (tx) => deleteOldOrders(tx, new Date()),
  'tidy-orders': async (tx) => {
    await deleteExpiredOrderAccessTokens(tx, new Date());
    await deleteOldIdempotentRequests(tx);
  },
};
