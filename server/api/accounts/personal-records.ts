import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { DeclaredWithdrawal } from '#shared/accounts/accounts-contract.ts';
import type { Lang } from '#shared/languages.ts';

/**
 * What other domains hold of a customer. Accounts know nothing of them: whoever holds something of people says here how
 * to hand it out, and how to forget the person in it.
 */
export interface PersonalRecords {
  /** The customer's orders as the customer sees them, for the export. */
  exportOrders(tx: SiteTx, userId: number, lang: Lang): Promise<Record<string, unknown>[]>;
  /** What was declared with an address, in small letters; the first ones first. */
  exportWithdrawals(tx: SiteTx, emailKey: string): Promise<DeclaredWithdrawal[]>;
  /** Takes the person, and the address in small letters, out of what the law makes the estate keep, and erases the rest. */
  anonymise(tx: SiteTx, userId: number, emailKey: string): Promise<void>;
}
