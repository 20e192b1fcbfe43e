import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { DailySiteTasks } from '#server/api/jobs/recurring-jobs.ts';
import { deleteMailsOfDeletedAccounts } from '#server/api/mail/mail-repository.ts';
import { accountDeletedMailKindName } from './accounts-mails.ts';
import { sessions, singleUseTokens, users } from './accounts-tables.ts';
import { eraseAccountWithoutNotifying } from './close-account.ts';
import type { PersonalDataAccess } from './personal-data-access.ts';

async function deleteExpiredSessions(tx: SiteTx, now: Date): Promise<void> {
  await tx.delete(sessions).where(lt(sessions.expiresAt, now));
  await tx.delete(singleUseTokens).where(lt(singleUseTokens.expiresAt, now));
}

/**
 * Locks customer accounts without activity since `before`; staff accounts are never selected. Accounts that another
 * transaction has locked are skipped.
 */
const lockInactiveCustomerRows = (tx: SiteTx, before: Date, limit: number) =>
  tx
    .select({ id: users.id, email: users.email, emailKey: users.emailKey })
    .from(users)
    .where(and(eq(users.role, 'MEMBER'), lt(users.lastActiveAt, before)))
    .orderBy(asc(users.lastActiveAt))
    .limit(limit)
    .for('update', { skipLocked: true });

/** Deletes accounts that were registered and not confirmed before their activation link expired. */
const deleteUnconfirmedAccounts = (tx: SiteTx, before: Date) =>
  tx
    .delete(users)
    .where(
      and(
        isNull(users.activatedAt),
        lt(users.createdAt, before),
        sql`not exists (select from link_tokens where link_tokens.site_id = ${users.siteId} and link_tokens.user_id = ${users.id})`,
      ),
    );

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
