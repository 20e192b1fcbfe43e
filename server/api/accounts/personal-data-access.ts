import type { PickLocalizedText } from '#server/api/contract/contract-route.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type {
  DeclaredWithdrawal,
  ExportedElementRegistration,
  ExportedReview,
  ExportedSubmission,
  ExportedSubscription,
} from '#shared/accounts/personal-data-export.ts';
import type { Lang } from '#shared/languages.ts';

/** A newly activated customer who subscribed to the newsletter with the checkbox of the registration form. */
export interface NewsletterOptInFromRegistration {
  email: string;
  lang: Lang;
  /** The site's default language, used for texts that do not exist in the customer's language. */
  defaultLang: Lang;
  /** The time of the registration, in ISO 8601. */
  requestedAt: string;
  /** The truncated IP address of the registration; empty for registrations of earlier releases. */
  requestNetwork: string;
  /** The truncated IP address from which the account was activated. */
  confirmationNetwork: string;
}

/**
 * Access to the personal data that other domains hold for an account, such as orders. It is injected, because the
 * accounts domain must not depend on those domains.
 */
export interface PersonalDataAccess {
  /** Assigns guest orders to the account, and reads its orders as the customer sees them, with the notes of staff. */
  exportOrders(
    tx: SiteTx,
    customer: { userId: number; emailKey: string },
    lang: Lang,
  ): Promise<Record<string, unknown>[]>;
  moveGuestOrdersToAccount(tx: SiteTx, userId: number, emailKey: string): Promise<void>;
  subscribeToNewsletter(
    tx: SiteTx,
    sender: { lang: Lang; origin: string },
    subscriber: NewsletterOptInFromRegistration,
  ): Promise<void>;
  /** Reads the newsletter subscriptions of an email address, given in lower case, with the consent records. */
  exportNewsletters(tx: SiteTx, emailKey: string, pickLanguage: PickLocalizedText): Promise<ExportedSubscription[]>;
  /** Reads the withdrawals that were declared with an email address, given in lower case; oldest first. */
  exportWithdrawals(tx: SiteTx, emailKey: string): Promise<DeclaredWithdrawal[]>;
  /**
   * Reads the form submissions that were sent with an email address, given in lower case, and the parts of others that
   * mention it; oldest first.
   */
  exportSubmissions(tx: SiteTx, emailKey: string): Promise<ExportedSubmission[]>;
  /** Reads the registrations for events with an email address, given in lower case; oldest first. */
  exportRegistrations(tx: SiteTx, emailKey: string): Promise<ExportedElementRegistration[]>;
  /**
   * Reads the reviews of an account's orders, oldest first. Call `exportOrders` first, because it moves guest orders to
   * the account.
   */
  exportReviews(tx: SiteTx, userId: number): Promise<ExportedReview[]>;
  /** Reads since when an email address, given in lower case, refuses invitations to review; null if it does not. */
  exportReviewRefusal(tx: SiteTx, emailKey: string): Promise<string | null>;
  /**
   * Anonymises the records that the law requires to be kept, and erases the others. Open orders keep the contact data
   * that their delivery needs.
   */
  anonymise(tx: SiteTx, userId: number, emailKey: string): Promise<void>;
  /**
   * Reads the open orders of an account that has been deleted in this transaction, with links that open them without a
   * session.
   */
  linkOpenOrders(tx: SiteTx, userId: number): Promise<{ number: string; href: string }[]>;
}
