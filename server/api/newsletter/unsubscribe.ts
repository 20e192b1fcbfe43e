import { setTimeout as sleep } from 'node:timers/promises';
import {
  consumeSingleUseToken,
  createSingleUseToken,
  revokeNewsletterTokens,
  toEmailKey,
} from '#server/api/accounts/accounts.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import type { EmptyResponseData } from '#shared/response-envelope.ts';
import { queueUnsubscribeLinkMail } from './newsletter-mails.ts';
import {
  endOtherSubscriptions,
  endSubscription,
  findSubscriptionByUnsubscribeToken,
  readActiveSubscriptionsByEmail,
} from './newsletter-repository.ts';
import type { NewsletterRequestContext } from './newsletter-request-context.ts';

/**
 * Minimum duration of the request in milliseconds, so that the response time does not reveal whether the address is
 * subscribed.
 */
const minRequestMs = 150;

/**
 * If an email address is subscribed, mails a link to it that ends all its subscriptions. The address needs no account.
 */
export async function requestUnsubscription(
  context: NewsletterRequestContext,
  email: string,
): Promise<Outcome<EmptyResponseData, 'too_many'>> {
  const { ipAddress, countAttempt, pickLanguage } = context;
  const tooMany =
    (await countAttempt('newsletter-client', ipAddress)) ??
    (await countAttempt('newsletter-network', ipAddress)) ??
    (await countAttempt('mail-recipient', email));
  if (tooMany) return tooMany;
  const work = context.withSiteTransaction(async (tx) => {
    const active = await readActiveSubscriptionsByEmail(tx, toEmailKey(email));
    if (active.length === 0) return;
    const lists = active.map(({ list }) => pickLanguage(list.name));
    const token = await createSingleUseToken(tx, { purpose: 'UNSUBSCRIBE', subscription: { email, lists: [] } });
    await queueUnsubscribeLinkMail(tx, context, { email, lists, token });
  });
  await Promise.all([work, sleep(minRequestMs)]);
  return ok({});
}

/** The result of an unsubscription: the name of the newsletter, or null for all newsletters of the estate. */
type UnsubscribeOutcome = Outcome<{ list: string | null }, 'link_expired' | 'too_many'>;

/**
 * Ends the subscriptions to which an unsubscription link refers. The link of a newsletter ends the subscription to that
 * newsletter and works any number of times, because mail providers repeat the request. The link that was requested for
 * an email address works once and ends all its subscriptions.
 */
export async function unsubscribeByToken(
  context: NewsletterRequestContext,
  token: string,
): Promise<UnsubscribeOutcome> {
  const tooMany =
    (await context.countAttempt('unsubscribe-client', context.ipAddress)) ??
    (await context.countAttempt('unsubscribe-network', context.ipAddress));
  if (tooMany) return tooMany;
  return context.withSiteTransaction(async (tx) => {
    if (subscriptionTokenPattern.test(token)) return unsubscribeFromList(tx, context, token);
    const payload = (await consumeSingleUseToken(tx, 'UNSUBSCRIBE', token))?.subscription;
    if (!payload) return refuse('link_expired');
    const emailKey = toEmailKey(payload.email);
    await endOtherSubscriptions(tx, emailKey, []);
    await revokeNewsletterTokens(tx, emailKey);
    return ok({ list: null });
  });
}

/** The format of a UUID. PostgreSQL would fail on any other text. */
const subscriptionTokenPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

async function unsubscribeFromList(
  tx: SiteTx,
  { pickLanguage }: Pick<NewsletterRequestContext, 'pickLanguage'>,
  token: string,
): Promise<Outcome<{ list: string }, 'link_expired'>> {
  const found = await findSubscriptionByUnsubscribeToken(tx, token);
  if (!found) return refuse('link_expired');
  // The link of an earlier subscription also ends a later one, because the subscriber no longer wants the newsletter.
  await endSubscription(tx, found.subscription);
  return ok({ list: pickLanguage(found.list.name) });
}
