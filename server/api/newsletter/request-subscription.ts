import { createSingleUseToken, type PendingNewsletterConsent, toEmailKey } from '#server/api/accounts/accounts.ts';
import type { PickLocalizedText } from '#server/api/contract/contract-route.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { truncateIpAddress } from '#server/http/client-network.ts';
import { readTextsByLanguage } from '#server/read-texts.ts';
import type { NewsletterConsentSource } from '#shared/accounts/newsletter-consent-source.ts';
import { interpolate } from '#shared/interpolate.ts';
import type { Lang } from '#shared/languages.ts';
import { type NewsletterMailContext, queueConfirmationMail, queueWelcomeMail } from './newsletter-mails.ts';
import { insertSubscriptions, type NewsletterListRow } from './newsletter-repository.ts';

const boxTexts = readTextsByLanguage<'newsletter.consent', string>('accounts', ['newsletter.consent']);
const footerTexts = readTextsByLanguage<'newsletter' | 'newsletter.text', string>('site', [
  'newsletter',
  'newsletter.text',
]);

export const formatCheckboxConsentSentence = (list: string, lang: Lang): string =>
  interpolate(boxTexts[lang]['newsletter.consent'], { list });

export const formatFooterConsentSentence = (list: string, lang: Lang): string =>
  `${interpolate(footerTexts[lang].newsletter, { list })} – ${footerTexts[lang]['newsletter.text']}`;

/** Returns the label of a newsletter in the account: its name and description. */
export const formatAccountConsentSentence = (list: string, description: string): string =>
  [list, description].filter(Boolean).join(' – ');

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
