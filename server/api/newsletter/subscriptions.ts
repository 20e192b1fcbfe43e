import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, isNull, notInArray, sql } from 'drizzle-orm';
import {
  consumeSingleUseToken,
  createSingleUseToken,
  lockUserRowById,
  readPendingSubscriptions,
  revokeNewsletterTokens,
  toEmailKey,
} from '#server/api/accounts/accounts.ts';
import type { ContractCall } from '#server/api/contract/contract-route.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { type CountAttemptOrRefuse, createAttemptCounter, type RateLimiter } from '#server/api/limits/rate-limiter.ts';
import type { CheckProofOfWork } from '#server/api/site/site.ts';
import { getCaller, getLinkOrigin } from '#server/api/tenancy/current-site.ts';
import { truncateIpAddress } from '#server/http/client-network.ts';
import { readTextsByLanguage } from '#server/read-texts.ts';
import { interpolate } from '#shared/interpolate.ts';
import type { Lang } from '#shared/languages.ts';
import type { NewsletterList, NewsletterSubscriptionState } from '#shared/newsletter/newsletter-contract.ts';
import { type Outcome, ok, type RefusedOutcome, refuse } from '#shared/outcome.ts';
import type { EmptyResponseData } from '#shared/response-envelope.ts';
import { type NewsletterMailContext, queueUnsubscribeLinkMail } from './newsletter-mails.ts';
import {
  findSubscriptionByUnsubscribeToken,
  insertSubscriptions,
  type NewsletterListRow,
  readActiveSubscriptionsByEmail,
  readNewsletterLists,
  readOfferedNewsletterLists,
} from './newsletter-repository.ts';
import { newsletterSubscriptions as subscriptions } from './newsletter-tables.ts';
import { addConfirmedSubscriptions, requestSubscription } from './request-subscription.ts';

const footerTexts = readTextsByLanguage<'newsletter' | 'newsletter.text', string>('site', [
  'newsletter',
  'newsletter.text',
]);

const formatFooterConsentSentence = (list: string, lang: Lang): string =>
  `${interpolate(footerTexts[lang].newsletter, { list })} – ${footerTexts[lang]['newsletter.text']}`;

/** Returns the label of a newsletter in the account: its name and description. */
const formatAccountConsentSentence = (list: string, description: string): string =>
  [list, description].filter(Boolean).join(' – ');

const endOtherSubscriptions = (tx: SiteTx, emailKey: string, keptLists: readonly number[]) =>
  tx
    .update(subscriptions)
    .set({ endedAt: sql`now()` })
    .where(
      and(
        eq(subscriptions.emailKey, emailKey),
        isNull(subscriptions.endedAt),
        keptLists.length > 0 ? notInArray(subscriptions.listId, [...keptLists]) : undefined,
      ),
    );

const endSubscription = (tx: SiteTx, { emailKey, listId }: { emailKey: string; listId: number }) =>
  tx
    .update(subscriptions)
    .set({ endedAt: sql`now()` })
    .where(and(eq(subscriptions.emailKey, emailKey), eq(subscriptions.listId, listId), isNull(subscriptions.endedAt)));

type NewsletterCall = Pick<
  ContractCall<object>,
  'site' | 'lang' | 'request' | 'translate' | 'pickLanguage' | 'withSiteTransaction'
>;

interface NewsletterRequestContext
  extends NewsletterMailContext,
    Pick<NewsletterCall, 'translate' | 'pickLanguage' | 'withSiteTransaction'> {
  ipAddress: string;
  countAttempt: CountAttemptOrRefuse;
}

export function createNewsletterRequestContext(call: NewsletterCall, limits: RateLimiter): NewsletterRequestContext {
  const { site, lang, request, translate, pickLanguage, withSiteTransaction } = call;
  return {
    lang,
    origin: getLinkOrigin(request),
    ipAddress: getCaller(request).ipAddress,
    translate,
    pickLanguage,
    withSiteTransaction,
    countAttempt: createAttemptCounter(limits, site.id),
  };
}

const createUnknownListRefusal = ({
  translate,
}: Pick<NewsletterRequestContext, 'translate'>): RefusedOutcome<'unknown_list'> =>
  refuse('unknown_list', { errors: { lists: translate('newsletter.refusal.unknown_list') } });

const areNewsletterLists = (ids: readonly number[], rows: readonly NewsletterListRow[]): boolean =>
  ids.every((id) => rows.some((row) => row.id === id));

/**
 * Mails a link that subscribes an email address to `lists`, by default to the estate's first newsletter. The response
 * does not reveal whether the address is already subscribed.
 */
export async function requestFooterSubscription(
  context: NewsletterRequestContext,
  { email, lists: requestedIds }: { email: string; lists?: readonly number[] | undefined },
  checkProofOfWork: () => ReturnType<CheckProofOfWork>,
): Promise<Outcome<EmptyResponseData, 'unknown_list' | 'proof_invalid' | 'too_many'>> {
  const { ipAddress, lang, pickLanguage, countAttempt } = context;
  const refusal =
    (await countAttempt('newsletter-client', ipAddress)) ??
    (await countAttempt('newsletter-network', ipAddress)) ??
    (await checkProofOfWork()) ??
    (await countAttempt('mail-recipient', email));
  if (refusal) return refusal;
  return context.withSiteTransaction(async (tx) => {
    const offered = await readOfferedNewsletterLists(tx);
    const lists = requestedIds ? offered.filter(({ id }) => requestedIds.includes(id)) : offered.slice(0, 1);
    if (lists.length === 0 || !areNewsletterLists(requestedIds ?? [], offered))
      return createUnknownListRefusal(context);
    const names = lists.map(({ name }) => pickLanguage(name)).join(', ');
    const consent = { source: 'FOOTER', sentence: formatFooterConsentSentence(names, lang), lang, ipAddress } as const;
    await requestSubscription(tx, context, pickLanguage, { email, lists, consent });
    return ok({});
  });
}

/**
 * Consumes the token of a confirmation link and subscribes the email address. Lists that the estate has deleted in the
 * meantime are skipped.
 */
export async function confirmSubscription(
  context: NewsletterRequestContext,
  token: string,
): Promise<Outcome<EmptyResponseData, 'link_expired' | 'too_many'>> {
  const tooMany =
    (await context.countAttempt('link-client', context.ipAddress)) ??
    (await context.countAttempt('link-network', context.ipAddress));
  if (tooMany) return tooMany;
  return context.withSiteTransaction(async (tx) => {
    const payload = (await consumeSingleUseToken(tx, 'NEWSLETTER', token))?.subscription;
    if (!payload) return refuse('link_expired');
    const { email, consent = null } = payload;
    const lists = (await readNewsletterLists(tx)).filter(({ id }) => payload.lists.includes(id));
    const confirmationNetwork = truncateIpAddress(context.ipAddress);
    await addConfirmedSubscriptions(tx, context, context.pickLanguage, { email, lists, consent, confirmationNetwork });
    return ok({});
  });
}

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
