import { asc, eq, inArray } from 'drizzle-orm';
import {
  type NewsletterOptInFromRegistration,
  readPendingSubscriptions,
  toEmailKey,
} from '#server/api/accounts/accounts.ts';
import type { PickLocalizedText } from '#server/api/contract/contract-route.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readTextsByLanguage } from '#server/read-texts.ts';
import type { ExportedSubscription } from '#shared/accounts/personal-data-export.ts';
import { interpolate } from '#shared/interpolate.ts';
import type { Lang } from '#shared/languages.ts';
import { resolveLocalized } from '#shared/localized.ts';
import type { NewsletterMailContext } from './newsletter-mails.ts';
import {
  readAllSubscriptionsByEmail,
  readNewsletterLists,
  readOfferedNewsletterLists,
} from './newsletter-repository.ts';
import { newsletterIssues, newsletterRecipients as recipients } from './newsletter-tables.ts';
import { addConfirmedSubscriptions, requestSubscription, subscribeVerifiedEmail } from './request-subscription.ts';

const boxTexts = readTextsByLanguage<'newsletter.consent', string>('accounts', ['newsletter.consent']);

const formatCheckboxConsentSentence = (list: string, lang: Lang): string =>
  interpolate(boxTexts[lang]['newsletter.consent'], { list });

// Re-exported because other domains import functions of the newsletter from this module.
export { deleteSubscriptionsByEmails, readNewsletterLists } from './newsletter-repository.ts';

/** Subscribes a new customer to the newsletter that the registration form offers, which is the estate's first one. */
export async function subscribeCustomerAtRegistration(
  tx: SiteTx,
  sender: NewsletterMailContext,
  { email, lang, defaultLang, requestedAt, requestNetwork, confirmationNetwork }: NewsletterOptInFromRegistration,
): Promise<void> {
  const [list] = await readOfferedNewsletterLists(tx);
  if (!list) return;
  const pickLanguage: PickLocalizedText = (text) => resolveLocalized(text, lang, defaultLang);
  const sentence = formatCheckboxConsentSentence(pickLanguage(list.name), lang);
  const consent = {
    source: 'REGISTRATION',
    formId: null,
    sentence,
    lang,
    requestedAt,
    network: requestNetwork,
  } as const;
  await addConfirmedSubscriptions(tx, { ...sender, lang }, pickLanguage, {
    email,
    lists: [list],
    consent,
    confirmationNetwork,
  });
}

interface OrderingCustomer {
  email: string;
  /**
   * True if the email address is verified, because the customer is logged in. A guest confirms it by a link in a mail.
   */
  isEmailVerified: boolean;
  ipAddress: string;
}

/** Subscribes a customer to the newsletter that the checkout offers, which is the first in the estate's list. */
export async function subscribeCustomerAtCheckout(
  tx: SiteTx,
  sender: NewsletterMailContext,
  pickLanguage: PickLocalizedText,
  { email, isEmailVerified, ipAddress }: OrderingCustomer,
): Promise<void> {
  const [list] = await readOfferedNewsletterLists(tx);
  if (!list) return;
  const { lang } = sender;
  const sentence = formatCheckboxConsentSentence(pickLanguage(list.name), lang);
  const request = { email, lists: [list], consent: { source: 'CHECKOUT', sentence, lang, ipAddress } as const };
  if (isEmailVerified) await subscribeVerifiedEmail(tx, sender, pickLanguage, request);
  else await requestSubscription(tx, sender, pickLanguage, request);
}

interface FormConsent {
  email: string;
  formId: number;
  listId: number;
  /** The label of the consent field. */
  sentence: string;
  ipAddress: string;
}

export async function requestFormSubscription(
  tx: SiteTx,
  sender: NewsletterMailContext,
  pickLanguage: PickLocalizedText,
  { email, formId, listId, sentence, ipAddress }: FormConsent,
): Promise<void> {
  const lists = (await readOfferedNewsletterLists(tx)).filter(({ id }) => id === listId);
  if (lists.length === 0) return;
  const consent = { source: 'FORM', formId, sentence, lang: sender.lang, ipAddress } as const;
  await requestSubscription(tx, sender, pickLanguage, { email, lists, consent });
}

/** Reads the issues that were addressed to subscriptions, the oldest first. */
const readNewsletterIssuesOfSubscriptions = (tx: SiteTx, subscriptionIds: readonly number[]) =>
  tx
    .select({
      subscriptionId: recipients.subscriptionId,
      subject: newsletterIssues.subject,
      state: recipients.state,
      sentAt: recipients.sentAt,
    })
    .from(recipients)
    .innerJoin(newsletterIssues, eq(newsletterIssues.id, recipients.issueId))
    .where(inArray(recipients.subscriptionId, [...subscriptionIds]))
    .orderBy(asc(newsletterIssues.id));

/** Reads the newsletter subscriptions of an email address, present, pending and ended, with the consent records. */
export async function exportSubscriptionsOfEmail(
  tx: SiteTx,
  email: string,
  pickLanguage: PickLocalizedText,
): Promise<ExportedSubscription[]> {
  const emailKey = toEmailKey(email);
  const history = await readAllSubscriptionsByEmail(tx, emailKey);
  const lists = new Map((await readNewsletterLists(tx)).map(({ id, name }) => [id, pickLanguage(name)]));
  const pending = (await readPendingSubscriptions(tx, emailKey)).flatMap(({ lists: ids, consent }) =>
    ids.map((id) => ({
      list: lists.get(id) ?? '',
      state: 'PENDING' as const,
      source: consent?.source ?? 'UNRECORDED',
      sentence: consent?.sentence ?? '',
      requestedAt: consent?.requestedAt ?? null,
      requestNetwork: consent?.network ?? '',
      confirmationNetwork: '',
      since: null,
      endedAt: null,
      issues: [],
    })),
  );
  const issues = await readNewsletterIssuesOfSubscriptions(
    tx,
    history.map(({ subscription }) => subscription.id),
  );
  return [
    ...history.map(
      ({ list, subscription: { id, source, sentence, requestNetwork, confirmationNetwork, ...dates } }) => ({
        list: pickLanguage(list.name),
        state: dates.endedAt ? ('ENDED' as const) : ('CONFIRMED' as const),
        source,
        sentence,
        requestNetwork,
        confirmationNetwork,
        requestedAt: dates.requestedAt?.toISOString() ?? null,
        since: dates.subscribedAt.toISOString(),
        endedAt: dates.endedAt?.toISOString() ?? null,
        issues: issues
          .filter(({ subscriptionId }) => subscriptionId === id)
          .map(({ subject, state, sentAt }) => ({
            subject: pickLanguage(subject),
            state,
            sentAt: sentAt?.toISOString() ?? null,
          })),
      }),
    ),
    ...pending,
  ];
}
