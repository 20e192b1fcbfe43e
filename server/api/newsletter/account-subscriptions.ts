import { lockUserRowById, readPendingSubscriptions, toEmailKey } from '#server/api/accounts/accounts.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { truncateIpAddress } from '#server/http/client-network.ts';
import type { NewsletterList, NewsletterSubscriptionState } from '#shared/newsletter/newsletter-contract.ts';
import { type Outcome, ok } from '#shared/outcome.ts';
import { formatAccountConsentSentence } from './consent-sentence.ts';
import {
  endOtherSubscriptions,
  insertSubscriptions,
  readActiveSubscriptionsByEmail,
  readOfferedNewsletterLists,
} from './newsletter-repository.ts';
import type { NewsletterRequestContext } from './newsletter-request-context.ts';
import { areNewsletterLists, createUnknownListRefusal } from './visitor-subscriptions.ts';

export async function readOfferedNewsletters(
  tx: SiteTx,
  { pickLanguage }: Pick<NewsletterRequestContext, 'pickLanguage'>,
): Promise<NewsletterList[]> {
  const rows = await readOfferedNewsletterLists(tx);
  return rows.map(({ id, name, description }) => ({
    id,
    name: pickLanguage(name),
    description: pickLanguage(description),
  }));
}

interface AccountSubscriptions {
  /** Ids of the offered lists with a confirmed subscription. */
  lists: number[];
  subscriptions: NewsletterSubscriptionState[];
}

export async function readAccountSubscriptions(tx: SiteTx, email: string): Promise<AccountSubscriptions> {
  const emailKey = toEmailKey(email);
  const offered = new Set((await readOfferedNewsletterLists(tx)).map(({ id }) => id));
  const active = (await readActiveSubscriptionsByEmail(tx, emailKey)).filter(({ list }) => offered.has(list.id));
  const lists = active.map(({ list }) => list.id);
  const confirmed = active.map(
    ({ list, subscription }): NewsletterSubscriptionState => ({
      id: list.id,
      state: 'CONFIRMED',
      since: subscription.subscribedAt.toISOString(),
    }),
  );
  const pending = new Map<number, NewsletterSubscriptionState>();
  for (const link of await readPendingSubscriptions(tx, emailKey))
    for (const id of link.lists)
      if (offered.has(id) && !lists.includes(id))
        pending.set(id, { id, state: 'PENDING', since: link.createdAt.toISOString() });
  return { lists, subscriptions: [...confirmed, ...pending.values()] };
}

/**
 * Replaces the current user's newsletter subscriptions. No confirmation mail is needed, because an account's email
 * address is verified.
 */
export async function setAccountSubscriptions(
  context: NewsletterRequestContext,
  { id, email }: { id: number; email: string },
  lists: readonly number[],
): Promise<Outcome<AccountSubscriptions, 'unknown_list' | 'too_many'>> {
  const { lang, pickLanguage, ipAddress } = context;
  // The calls are limited, because every change adds a consent record, which is kept for years.
  const tooMany = await context.countAttempt('subscription-account', String(id));
  if (tooMany) return tooMany;
  return context.withSiteTransaction(async (tx) => {
    const offered = await readOfferedNewsletterLists(tx);
    if (!areNewsletterLists(lists, offered)) return createUnknownListRefusal(context);
    // If the account was deleted meanwhile, its email address must not be stored.
    if (!(await lockUserRowById(tx, id))) return ok({ lists: [], subscriptions: [] });
    const emailKey = toEmailKey(email);
    const network = truncateIpAddress(ipAddress);
    await endOtherSubscriptions(tx, emailKey, lists);
    const chosen = offered.filter((list) => lists.includes(list.id));
    await insertSubscriptions(
      tx,
      chosen.map((list) => ({
        email,
        emailKey,
        listId: list.id,
        source: 'ACCOUNT' as const,
        sentence: formatAccountConsentSentence(pickLanguage(list.name), pickLanguage(list.description)),
        lang,
        requestedAt: new Date(),
        requestNetwork: network,
        confirmationNetwork: network,
      })),
    );
    return ok(await readAccountSubscriptions(tx, email));
  });
}
