import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { DailySiteTasks } from '#server/api/jobs/recurring-jobs.ts';
import { deleteMailsOfDeletedAccounts } from '#server/api/mail/mail-repository.ts';
import { accountDeletedMailKindName } from './accounts-mails.ts';
import { deleteUnconfirmedAccounts, lockInactiveCustomerRows } from './accounts-repository.ts';
import { eraseAccountWithoutNotifying } from './close-account.ts';
import type { PersonalDataAccess } from './personal-data-access.ts';
import { deleteExpiredSessions } from './single-use-tokens.ts';

/** Customer accounts without activity for this many years are erased (docs/rules.md, "Personal data"). */
const inactiveAccountRetentionYears = 3;
/** Maximum number of accounts that one run erases, to limit its transaction. The next day's run continues. */
const maxAccountsPerRun = 1_000;

/** Erases customers without activity during the retention period. Staff accounts are never erased. */
export async function eraseInactiveCustomerAccounts(
  tx: SiteTx,
  records: PersonalDataAccess,
  now: Date,
): Promise<number> {
  const before = new Date(now);
  before.setUTCFullYear(before.getUTCFullYear() - inactiveAccountRetentionYears);
  const inactive = await lockInactiveCustomerRows(tx, before, maxAccountsPerRun);
  for (const user of inactive) await eraseAccountWithoutNotifying(tx, records, user);
  return inactive.length;
}

/**
 * Deletes expired sessions and links, unconfirmed registrations, and mails to customers whose accounts were deleted.
 */
export async function deleteExpiredAccountData(tx: SiteTx, now: Date): Promise<void> {
  await deleteExpiredSessions(tx, now);
  await deleteUnconfirmedAccounts(tx, new Date(now.getTime() - 86_400_000));
  await deleteMailsOfDeletedAccounts(tx, accountDeletedMailKindName);
}

export const createAccountsDailyTasks = (records: PersonalDataAccess): DailySiteTasks => ({
  'erase-inactive': (tx) => eraseInactiveCustomerAccounts(tx, records, new Date()),
  'tidy-accounts': (tx) => deleteExpiredAccountData(tx, new Date()),
});
