import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { eraseMailsEndingWith } from '#server/api/mail/mail-repository.ts';
import { accountDeletedMailKind } from './accounts-mails.ts';
import { deleteUnconfirmedAccounts, lockInactiveCustomers } from './accounts-repository.ts';
import { eraseAccount } from './close-account.ts';
import { deleteExpiredSessionsAndLinks } from './links.ts';
import { deleteOldSubscriptions } from './newsletter-repository.ts';
import type { PersonalRecords } from './personal-records.ts';

/** For how long somebody who does nothing is remembered; docs/rules.md, "Personal data". */
export const retentionYears = 3;
/** In one transaction; whoever is left is erased the next day. */
const maxAccountsPerRun = 1_000;

/**
 * Erases customers, never staff, who have done nothing for three years, and subscriptions as old of people without an
 * account. Answers how many customers.
 */
export async function eraseInactive(tx: SiteTx, records: PersonalRecords, now: Date): Promise<number> {
  const before = new Date(now);
  before.setUTCFullYear(before.getUTCFullYear() - retentionYears);
  const inactive = await lockInactiveCustomers(tx, before, maxAccountsPerRun);
  for (const user of inactive) await eraseAccount(tx, records, user);
  await deleteOldSubscriptions(tx, before);
  return inactive.length;
}

/**
 * Clears sessions and links that are over, registrations that nobody confirmed while their links lived, and the last
 * mails to those who are gone.
 */
export async function cleanUpAccounts(tx: SiteTx, now: Date): Promise<void> {
  await deleteExpiredSessionsAndLinks(tx, now);
  await deleteUnconfirmedAccounts(tx, new Date(now.getTime() - 86_400_000));
  await eraseMailsEndingWith(tx, accountDeletedMailKind);
}
