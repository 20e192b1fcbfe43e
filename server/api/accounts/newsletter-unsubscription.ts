import { setTimeout as sleep } from 'node:timers/promises';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import type { AccountsContext, EmptyResponseData } from './accounts-context.ts';
import { queueNewsletterUnsubscriptionMail } from './accounts-mails.ts';
import { toEmailKey } from './accounts-repository.ts';
import { consumeMailLink, createMailLink, revokeNewsletterSubscriptionLinks } from './links.ts';
import { readNewsletterSubscriptions, unsubscribeFromOtherLists } from './newsletter-repository.ts';

/** Minimum duration of a request, so that its timing does not reveal whether the address is subscribed. */
const minRequestMs = 150;

/** Sends the link that ends all subscriptions of an address, with or without an account, if it has any. */
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

/** Ends all subscriptions of the address and revokes the links that would start new ones. */
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
