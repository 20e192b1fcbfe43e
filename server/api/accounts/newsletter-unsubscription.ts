import { setTimeout as sleep } from 'node:timers/promises';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import type { AccountsContext, EmptyResponseData } from './accounts-context.ts';
import { queueNewsletterUnsubscriptionMail } from './accounts-mails.ts';
import { toEmailKey } from './accounts-repository.ts';
import { consumeMailLink, createMailLink, revokeNewsletterSubscriptionLinks } from './links.ts';
import { readNewsletterSubscriptions, unsubscribeFromOtherLists } from './newsletter-repository.ts';

/**
 * Minimum duration of the request in milliseconds, so that the response time does not reveal whether the address is
 * subscribed.
 */
const minRequestMs = 150;

/**
 * If an email address is subscribed, mails a link to it that ends all its subscriptions. The address needs no account.
 */
export async function requestNewsletterUnsubscription(
  context: AccountsContext,
  email: string,
): Promise<Outcome<EmptyResponseData, 'too_many'>> {
  const tooMany =
    (await context.countAttempt('newsletter-client', context.ipAddress)) ??
    (await context.countAttempt('newsletter-network', context.ipAddress)) ??
    (await context.countAttempt('mail-recipient', email));
  if (tooMany) return tooMany;
  const work = context.withSiteTransaction(async (tx) => {
    const subscriptions = await readNewsletterSubscriptions(tx, toEmailKey(email));
    if (subscriptions.length === 0) return;
    const lists = subscriptions.map(({ name }) => context.pickLanguage(name));
    const token = await createMailLink(tx, { purpose: 'UNSUBSCRIBE', subscription: { email, lists: [] } });
    await queueNewsletterUnsubscriptionMail(tx, context, { email, lists, token });
  });
  await Promise.all([work, sleep(minRequestMs)]);
  return ok({});
}

/** Ends all newsletter subscriptions of the address, and revokes unused links that would subscribe it again. */
export async function unsubscribeByMailLink(
  context: AccountsContext,
  token: string,
): Promise<Outcome<EmptyResponseData, 'link_expired' | 'too_many'>> {
  const tooMany =
    (await context.countAttempt('link-client', context.ipAddress)) ??
    (await context.countAttempt('link-network', context.ipAddress));
  if (tooMany) return tooMany;
  return context.withSiteTransaction(async (tx) => {
    const subscription = (await consumeMailLink(tx, 'UNSUBSCRIBE', token))?.subscription;
    if (!subscription) return refuse('link_expired');
    const emailKey = toEmailKey(subscription.email);
    await unsubscribeFromOtherLists(tx, emailKey, []);
    await revokeNewsletterSubscriptionLinks(tx, emailKey);
    return ok({});
  });
}
