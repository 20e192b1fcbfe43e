import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { NewsletterList } from '#shared/accounts/accounts-contract.ts';
import { type Outcome, ok, type RefusedOutcome, refuse } from '#shared/outcome.ts';
import type { AccountsContext, EmptyResponseData } from './accounts-context.ts';
import { queueNewsletterConfirmationMail } from './accounts-mails.ts';
import { lockUserById, toEmailKey } from './accounts-repository.ts';
import { consumeMailLink, createMailLink } from './links.ts';
import {
  filterExistingNewsletterListIds,
  insertNewsletterSubscriptions,
  type NewsletterListRow,
  readNewsletterSubscriptions,
  readOfferedNewsletterLists,
  unsubscribeFromOtherLists,
} from './newsletter-repository.ts';
import type { AuthenticatedUser } from './sessions.ts';

export async function listNewsletters(
  tx: SiteTx,
  { pickLanguage }: Pick<AccountsContext, 'pickLanguage'>,
): Promise<NewsletterList[]> {
  const rows = await readOfferedNewsletterLists(tx);
  return rows.map(({ id, name, description }) => ({
    id,
    name: pickLanguage(name),
    description: pickLanguage(description),
  }));
}

/** The newsletters of an estate that an email address is subscribed to. */
export async function readSubscribedNewsletterLists(tx: SiteTx, email: string): Promise<number[]> {
  const offered = new Set((await readOfferedNewsletterLists(tx)).map(({ id }) => id));
  const subscriptions = await readNewsletterSubscriptions(tx, toEmailKey(email));
  return subscriptions.map(({ id }) => id).filter((id) => offered.has(id));
}

const refuseUnknownList = ({ translate }: AccountsContext): RefusedOutcome<'unknown_list'> =>
  refuse('unknown_list', { errors: { lists: translate('accounts.refusal.unknown_list') } });

const areOffered = (ids: readonly number[], rows: readonly NewsletterListRow[]): boolean =>
  ids.every((id) => rows.some((row) => row.id === id));

/**
 * Replaces the current user's newsletter subscriptions. No confirmation mail is needed, because an account's email
 * address is verified.
 */
export function setNewsletterSubscriptions(
  context: AccountsContext,
  { id, email }: AuthenticatedUser,
  lists: readonly number[],
): Promise<Outcome<{ lists: number[] }, 'unknown_list'>> {
  return context.withSiteTransaction(async (tx) => {
    if (!areOffered(lists, await readOfferedNewsletterLists(tx))) return refuseUnknownList(context);
    // The account was deleted meanwhile, so its email address must not be stored.
    if (!(await lockUserById(tx, id))) return ok({ lists: [] });
    const emailKey = toEmailKey(email);
    await unsubscribeFromOtherLists(tx, emailKey, lists);
    await insertNewsletterSubscriptions(tx, { email, emailKey }, [...new Set(lists)]);
    return ok({ lists: await readSubscribedNewsletterLists(tx, email) });
  });
}

/**
 * Mails a link that subscribes an email address to `lists`, by default to the estate's first newsletter. The response
 * does not reveal whether the address is already subscribed.
 */
export async function requestNewsletterSubscription(
  context: AccountsContext,
  { email, lists: requestedIds }: { email: string; lists?: readonly number[] | undefined },
): Promise<Outcome<EmptyResponseData, 'unknown_list' | 'too_many'>> {
  const tooMany =
    (await context.countAttempt('newsletter-client', context.ipAddress)) ??
    (await context.countAttempt('newsletter-network', context.ipAddress)) ??
    (await context.countAttempt('mail-recipient', email));
  if (tooMany) return tooMany;
  return context.withSiteTransaction(async (tx) => {
    const offered = await readOfferedNewsletterLists(tx);
    const chosen = requestedIds ? offered.filter(({ id }) => requestedIds.includes(id)) : offered.slice(0, 1);
    if (chosen.length === 0 || !areOffered(requestedIds ?? [], offered)) return refuseUnknownList(context);
    const lists = chosen.map(({ id }) => id);
    const token = await createMailLink(tx, { purpose: 'NEWSLETTER', subscription: { email, lists } });
    await queueNewsletterConfirmationMail(tx, context, {
      email,
      token,
      lists: chosen.map(({ name }) => context.pickLanguage(name)),
    });
    return ok({});
  });
}

export async function confirmNewsletterSubscription(
  context: AccountsContext,
  token: string,
): Promise<Outcome<EmptyResponseData, 'link_expired' | 'too_many'>> {
  const tooMany = await context.countAttempt('link-client', context.ipAddress);
  if (tooMany) return tooMany;
  return context.withSiteTransaction(async (tx) => {
    const subscription = (await consumeMailLink(tx, 'NEWSLETTER', token))?.subscription;
    if (!subscription) return refuse('link_expired');
    const { email, lists } = subscription;
    await insertNewsletterSubscriptions(
      tx,
      { email, emailKey: toEmailKey(email) },
      await filterExistingNewsletterListIds(tx, lists),
    );
    return ok({});
  });
}
