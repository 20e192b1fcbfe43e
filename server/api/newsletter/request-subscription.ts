import { createSingleUseToken, type PendingNewsletterConsent, toEmailKey } from '#server/api/accounts/accounts.ts';
import type { PickLocalizedText } from '#server/api/contract/contract-route.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { truncateIpAddress } from '#server/http/client-network.ts';
import type { NewsletterConsentSource } from '#shared/accounts/newsletter-consent-source.ts';
import type { Lang } from '#shared/languages.ts';
import { type NewsletterMailContext, queueConfirmationMail, queueWelcomeMail } from './newsletter-mails.ts';
import { insertSubscriptions, type NewsletterListRow } from './newsletter-repository.ts';

interface ConsentDetails {
  source: NewsletterConsentSource;
  formId?: number | null;
  /** The sentence beside the checkbox or button. */
  sentence: string;
  lang: Lang;
  ipAddress: string;
}

const toPendingConsent = ({
  source,
  formId = null,
  sentence,
  lang,
  ipAddress,
}: ConsentDetails): PendingNewsletterConsent => ({
  source,
  formId,
  sentence,
  lang,
  requestedAt: new Date().toISOString(),
  network: truncateIpAddress(ipAddress),
});

interface SubscriptionRequest {
  email: string;
  lists: readonly NewsletterListRow[];
  consent: ConsentDetails;
}

/** Mails the link that subscribes an email address to newsletters (double opt-in). */
export async function requestSubscription(
  tx: SiteTx,
  sender: NewsletterMailContext,
  pickLanguage: PickLocalizedText,
  { email, lists, consent }: SubscriptionRequest,
): Promise<void> {
  const subscription = { email, lists: lists.map(({ id }) => id), consent: toPendingConsent(consent) };
  const token = await createSingleUseToken(tx, { purpose: 'NEWSLETTER', subscription });
  await queueConfirmationMail(tx, sender, { email, token, lists: lists.map(({ name }) => pickLanguage(name)) });
}

interface ConfirmedSubscription {
  email: string;
  lists: readonly NewsletterListRow[];
  /** The recorded consent; null for a link that an earlier release has sent. */
  consent: PendingNewsletterConsent | null;
  /** The truncated IP address of the confirmation. */
  confirmationNetwork: string;
}

/** Subscribes a verified email address, and sends a welcome mail for each new list. */
export async function addConfirmedSubscriptions(
  tx: SiteTx,
  sender: NewsletterMailContext,
  pickLanguage: PickLocalizedText,
  { email, lists, consent, confirmationNetwork }: ConfirmedSubscription,
): Promise<void> {
  const inserted = await insertSubscriptions(
    tx,
    lists.map(({ id }) => ({
      email,
      emailKey: toEmailKey(email),
      listId: id,
      confirmationNetwork,
      ...toConsentRecord(consent),
    })),
  );
  for (const { listId, unsubscribeToken } of inserted) {
    const list = pickLanguage(lists.find(({ id }) => id === listId)?.name);
    await queueWelcomeMail(tx, sender, { email, unsubscribeToken, list });
  }
}

const toConsentRecord = (consent: PendingNewsletterConsent | null) =>
  consent && {
    source: consent.source,
    formId: consent.formId,
    sentence: consent.sentence,
    lang: consent.lang,
    requestedAt: new Date(consent.requestedAt),
    requestNetwork: consent.network,
  };

/** Subscribes an email address that is verified already, so that no confirmation link is mailed. */
export const subscribeVerifiedEmail = (
  tx: SiteTx,
  sender: NewsletterMailContext,
  pickLanguage: PickLocalizedText,
  { email, lists, consent }: SubscriptionRequest,
): Promise<void> => {
  const pending = toPendingConsent(consent);
  return addConfirmedSubscriptions(tx, sender, pickLanguage, {
    email,
    lists,
    consent: pending,
    confirmationNetwork: pending.network,
  });
};
