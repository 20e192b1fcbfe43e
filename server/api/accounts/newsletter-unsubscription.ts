import { setTimeout as sleep } from 'node:timers/promises';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import type { AccountsContext, EmptyData } from './accounts-context.ts';
import { queueUnsubscriptionMail } from './accounts-mails.ts';
import { emailKeyOf } from './accounts-repository.ts';
import { consumeLink, createLink, revokeSubscriptionLinks } from './links.ts';
import { readSubscriptions, unsubscribeFromOthers } from './newsletter-repository.ts';

/** Minimum duration of a request, so that its timing does not reveal whether the address is subscribed. */
const minRequestMs = 150;

/** Sends the link that ends all subscriptions of an address, with or without an account, if it has any. */
export async function requestUnsubscription(
  context: AccountsContext,
  email: string,
): Promise<Outcome<EmptyData, 'too_many'>> {
  const tooMany =
    (await context.countAttempt('newsletter-client', context.ipAddress)) ??
    (await context.countAttempt('newsletter-network', context.ipAddress)) ??
    (await context.countAttempt('mail-recipient', email));
  if (tooMany) return tooMany;
  const work = context.withSiteTransaction(async (tx) => {
    const subscriptions = await readSubscriptions(tx, emailKeyOf(email));
    if (subscriptions.length === 0) return;
    const lists = subscriptions.map(({ name }) => context.pickLanguage(name));
    const token = await createLink(tx, { purpose: 'UNSUBSCRIBE', subscription: { email, lists: [] } });
    await queueUnsubscriptionMail(tx, context, { email, lists, token });
  });
  await Promise.all([work, sleep(minRequestMs)]);
  return ok({});
}

/** Ends all subscriptions of the address and revokes the links that would start new ones. */
export async function unsubscribeByLink(
  context: AccountsContext,
  token: string,
): Promise<Outcome<EmptyData, 'link_expired' | 'too_many'>> {
  const tooMany =
    (await context.countAttempt('link-client', context.ipAddress)) ??
    (await context.countAttempt('link-network', context.ipAddress));
  if (tooMany) return tooMany;
  return context.withSiteTransaction(async (tx) => {
    const subscription = (await consumeLink(tx, 'UNSUBSCRIBE', token))?.subscription;
    if (!subscription) return refuse('link_expired');
    const emailKey = emailKeyOf(subscription.email);
    await unsubscribeFromOthers(tx, emailKey, []);
    await revokeSubscriptionLinks(tx, emailKey);
    return ok({});
  });
}
