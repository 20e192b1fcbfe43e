import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { NewsletterList } from '#shared/accounts/accounts-contract.ts';
import { type Outcome, ok, type Refused, refuse } from '#shared/outcome.ts';
import { mailNewsletter } from './accounts-mails.ts';
import { emailKeyOf, lockById } from './accounts-repository.ts';
import type { Asking, Nothing } from './asking.ts';
import { followLink, makeLink } from './links.ts';
import {
  existingLists,
  type ListRow,
  readLists,
  readSubscriptions,
  subscribe,
  unsubscribeFromOthers,
} from './newsletter-repository.ts';
import type { SignedIn } from './sessions.ts';

export async function newsletterLists(tx: SiteTx, { localize }: Pick<Asking, 'localize'>): Promise<NewsletterList[]> {
  const rows = await readLists(tx);
  return rows.map(({ id, name, description }) => ({ id, name: localize(name), description: localize(description) }));
}

/** The newsletters of an address among those that the estate offers. */
export async function subscriptionOf(tx: SiteTx, email: string): Promise<number[]> {
  const offered = new Set((await readLists(tx)).map(({ id }) => id));
  const own = await readSubscriptions(tx, emailKeyOf(email));
  return own.map(({ id }) => id).filter((id) => offered.has(id));
}

const unknownList = ({ say }: Asking): Refused<'unknown_list'> =>
  refuse('unknown_list', { errors: { lists: say('accounts.refusal.unknown_list') } });

const areOffered = (ids: readonly number[], rows: readonly ListRow[]): boolean =>
  ids.every((wanted) => rows.some(({ id }) => id === wanted));

/** A customer's address has been shown to be theirs: what they choose holds at once. */
export function chooseNewsletters(
  asking: Asking,
  { id, email }: SignedIn,
  lists: readonly number[],
): Promise<Outcome<{ lists: number[] }, 'unknown_list'>> {
  return asking.inSite(async (tx) => {
    if (!areOffered(lists, await readLists(tx))) return unknownList(asking);
    // Deleted meanwhile: nothing may be kept of the address.
    if (!(await lockById(tx, id))) return ok({ lists: [] });
    const emailKey = emailKeyOf(email);
    await unsubscribeFromOthers(tx, emailKey, lists);
    await subscribe(tx, { email, emailKey }, [...new Set(lists)]);
    return ok({ lists: await subscriptionOf(tx, email) });
  });
}

/**
 * Sends the link by which an address is subscribed; without `wanted` to every list. Whether it is subscribed already makes
 * no difference.
 */
export async function askToSubscribe(
  asking: Asking,
  { email, lists: wanted }: { email: string; lists?: readonly number[] | undefined },
): Promise<Outcome<Nothing, 'unknown_list' | 'too_many'>> {
  const tooMany =
    (await asking.count('newsletter-address', asking.address)) ?? (await asking.count('mail-recipient', email));
  if (tooMany) return tooMany;
  return asking.inSite(async (tx) => {
    const offered = await readLists(tx);
    const chosen = wanted ? offered.filter(({ id }) => wanted.includes(id)) : offered;
    if (chosen.length === 0 || !areOffered(wanted ?? [], offered)) return unknownList(asking);
    const lists = chosen.map(({ id }) => id);
    const token = await makeLink(tx, { purpose: 'NEWSLETTER', subscription: { email, lists } });
    await mailNewsletter(tx, asking, { email, token, lists: chosen.map(({ name }) => asking.localize(name)) });
    return ok({});
  });
}

/** Follows the link of a subscription mail. */
export async function confirmSubscription(
  asking: Asking,
  token: string,
): Promise<Outcome<Nothing, 'link_dead' | 'too_many'>> {
  const tooMany = await asking.count('link-address', asking.address);
  if (tooMany) return tooMany;
  return asking.inSite(async (tx) => {
    const subscription = (await followLink(tx, 'NEWSLETTER', token))?.subscription;
    if (!subscription) return refuse('link_dead');
    const { email, lists } = subscription;
    await subscribe(tx, { email, emailKey: emailKeyOf(email) }, await existingLists(tx, lists));
    return ok({});
  });
}
