import { consumeSingleUseToken } from '#server/api/accounts/accounts.ts';
import type { CheckProofOfWork } from '#server/api/site/site.ts';
import { truncateIpAddress } from '#server/http/client-network.ts';
import { type Outcome, ok, type RefusedOutcome, refuse } from '#shared/outcome.ts';
import type { EmptyResponseData } from '#shared/response-envelope.ts';
import { formatFooterConsentSentence } from './consent-sentence.ts';
import { type NewsletterListRow, readNewsletterLists, readOfferedNewsletterLists } from './newsletter-repository.ts';
import type { NewsletterRequestContext } from './newsletter-request-context.ts';
import { addConfirmedSubscriptions, requestSubscription } from './request-subscription.ts';

export const createUnknownListRefusal = ({
  translate,
}: Pick<NewsletterRequestContext, 'translate'>): RefusedOutcome<'unknown_list'> =>
  refuse('unknown_list', { errors: { lists: translate('newsletter.refusal.unknown_list') } });

export const areNewsletterLists = (ids: readonly number[], rows: readonly NewsletterListRow[]): boolean =>
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
