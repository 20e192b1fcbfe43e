import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { DeclaredWithdrawal, ExportedRegistration, SentForm } from '#shared/accounts/accounts-contract.ts';
import type { Lang } from '#shared/languages.ts';

/**
 * The personal data that other domains hold for an account, injected so that the accounts domain does not depend on
 * them.
 */
export interface PersonalRecordsAccess {
  /** The orders as the customer sees them. */
  exportOrders(
    tx: SiteTx,
    customer: { userId: number; emailKey: string },
    lang: Lang,
  ): Promise<Record<string, unknown>[]>;
  /** Adds the orders that were placed as a guest with the account's verified email address. */
  adoptGuestOrders(tx: SiteTx, userId: number, emailKey: string): Promise<void>;
  /** The withdrawals that were declared with an email address, given in lower case; oldest first. */
  exportWithdrawals(tx: SiteTx, emailKey: string): Promise<DeclaredWithdrawal[]>;
  /** The forms that were sent with an email address, given in lower case; oldest first. */
  exportSubmissions(tx: SiteTx, emailKey: string): Promise<SentForm[]>;
  /** The registrations for events with an email address, given in lower case; oldest first. */
  exportRegistrations(tx: SiteTx, emailKey: string): Promise<ExportedRegistration[]>;
  /** Anonymises the records that the law requires to be kept, and erases the others. */
  anonymise(tx: SiteTx, userId: number, emailKey: string): Promise<void>;
}
