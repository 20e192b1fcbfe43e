import type { ContractCall } from '#server/api/contract/contract-route.ts';
import { type CountAttemptOrRefuse, createAttemptCounter, type RateLimiter } from '#server/api/limits/rate-limiter.ts';
import { getCaller, getLinkOrigin } from '#server/api/tenancy/current-site.ts';
import type { NewsletterMailContext } from './newsletter-mails.ts';

type NewsletterCall = Pick<
  ContractCall<object>,
  'site' | 'lang' | 'request' | 'translate' | 'pickLanguage' | 'withSiteTransaction'
>;

export interface NewsletterRequestContext
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
