import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { NewsletterList } from '#shared/accounts/accounts-contract.ts';
import { type Outcome, ok, type RefusedOutcome, refuse } from '#shared/outcome.ts';
import type { AccountsContext, EmptyData } from './accounts-context.ts';
import { queueNewsletterConfirmationMail } from './accounts-mails.ts';
import { emailKeyOf, lockById } from './accounts-repository.ts';
import { consumeLink, createLink } from './links.ts';
import {
  filterExistingLists,
  insertSubscriptions,
  type ListRow,
  readOfferedLists,
  readSubscriptions,
  unsubscribeFromOthers,
} from './newsletter-repository.ts';
import type { AuthenticatedUser } from './sessions.ts';

export async function listNewsletters(
  tx: SiteTx,
  { pickLanguage }: Pick<AccountsContext, 'pickLanguage'>,
): Promise<NewsletterList[]> {
  const rows = await readOfferedLists(tx);
  return rows.map(({ id, name, description }) => ({
    id,
    name: pickLanguage(name),
    description: pickLanguage(description),
  }));
}

/** The offered newsletters that an email address is subscribed to. */
export async function readSubscribedLists(tx: SiteTx, email: string): Promise<number[]> {
  const offered = new Set((await readOfferedLists(tx)).map(({ id }) => id));
  const subscriptions = await readSubscriptions(tx, emailKeyOf(email));
  return subscriptions.map(({ id }) => id).filter((id) => offered.has(id));
}

const refuseUnknownList = ({ translate }: AccountsContext): RefusedOutcome<'unknown_list'> =>
  refuse('unknown_list', { errors: { lists: translate('accounts.refusal.unknown_list') } });

const areOffered = (ids: readonly number[], rows: readonly ListRow[]): boolean =>
  ids.every((id) => rows.some((row) => row.id === id));

/** Takes effect at once, because the email address of an account is verified. */
export function setSubscriptions(
  context: AccountsContext,
  { id, email }: AuthenticatedUser,
  lists: readonly number[],
): Promise<Outcome<{ lists: number[] }, 'unknown_list'>> {
  return context.withSiteTransaction(async (tx) => {
    if (!areOffered(lists, await readOfferedLists(tx))) return refuseUnknownList(context);
    // The account was deleted meanwhile, so its email address must not be stored.
    if (!(await lockById(tx, id))) return ok({ lists: [] });
    const emailKey = emailKeyOf(email);
    await unsubscribeFromOthers(tx, emailKey, lists);
    await insertSubscriptions(tx, { email, emailKey }, [...new Set(lists)]);
    return ok({ lists: await readSubscribedLists(tx, email) });
  });
}

/**
 * Sends the link that subscribes an email address, to the estate's first list if `lists` is absent. The response does not
 * reveal whether the address is subscribed already.
 */
export async function requestSubscription(
  context: AccountsContext,
  { email, lists: requestedIds }: { email: string; lists?: readonly number[] | undefined },
): Promise<Outcome<EmptyData, 'unknown_list' | 'too_many'>> {
  const tooMany =
    (await context.countAttempt('newsletter-client', context.ipAddress)) ??
    (await context.countAttempt('newsletter-network', context.ipAddress)) ??
    (await context.countAttempt('mail-recipient', email));
  if (tooMany) return tooMany;
  return context.withSiteTransaction(async (tx) => {
    const offered = await readOfferedLists(tx);
    const chosen = requestedIds ? offered.filter(({ id }) => requestedIds.includes(id)) : offered.slice(0, 1);
    if (chosen.length === 0 || !areOffered(requestedIds ?? [], offered)) return refuseUnknownList(context);
    const lists = chosen.map(({ id }) => id);
    const token = await createLink(tx, { purpose: 'NEWSLETTER', subscription: { email, lists } });
    await queueNewsletterConfirmationMail(tx, context, {
      email,
      token,
      lists: chosen.map(({ name }) => context.pickLanguage(name)),
    });
    return ok({});
  });
}

export async function confirmSubscription(
  context: AccountsContext,
  token: string,
): Promise<Outcome<EmptyData, 'link_expired' | 'too_many'>> {
  const tooMany = await context.countAttempt('link-client', context.ipAddress);
  if (tooMany) return tooMany;
  return context.withSiteTransaction(async (tx) => {
    const subscription = (await consumeLink(tx, 'NEWSLETTER', token))?.subscription;
    if (!subscription) return refuse('link_expired');
    const { email, lists } = subscription;
    await insertSubscriptions(tx, { email, emailKey: emailKeyOf(email) }, await filterExistingLists(tx, lists));
    return ok({});
  });
}
