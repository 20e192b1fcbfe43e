import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { eraseLastMails } from '#server/api/mail/mail-repository.ts';
import { goodbye } from './accounts-mails.ts';
import { deleteUnconfirmed, lockInactive } from './accounts-repository.ts';
import { eraseAccount } from './close-account.ts';
import { clearExpired } from './links.ts';
import { forgetOldSubscriptions } from './newsletter-repository.ts';
import type { PersonalRecords } from './personal-records.ts';

/** For how long somebody who does nothing is remembered; docs/rules.md, "Personal data". */
export const yearsOfKeeping = 3;
/** In one transaction; whoever is left is erased the next day. */
const mostAtOnce = 1_000;

/**
 * Erases customers, never staff, who have done nothing for three years, and subscriptions as old of people without an
 * account. Answers how many customers.
 */
export async function eraseInactive(tx: SiteTx, records: PersonalRecords, now: Date): Promise<number> {
  const before = new Date(now);
  before.setUTCFullYear(before.getUTCFullYear() - yearsOfKeeping);
  const inactive = await lockInactive(tx, before, mostAtOnce);
  for (const user of inactive) await eraseAccount(tx, records, user);
  await forgetOldSubscriptions(tx, before);
  return inactive.length;
}

/**
 * Clears sessions and links that are over, registrations that nobody confirmed while their links lived, and the last
 * mails to those who are gone.
 */
export async function tidyAccounts(tx: SiteTx, now: Date): Promise<void> {
  await clearExpired(tx, now);
  await deleteUnconfirmed(tx, new Date(now.getTime() - 86_400_000));
  await eraseLastMails(tx, goodbye);
}
