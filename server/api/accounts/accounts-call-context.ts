import type { FastifyRequest } from 'fastify';
import type { ContractRouteDependencies, PickLocalizedText } from '#server/api/contract/contract-route.ts';
import type { ServerTextKey } from '#server/api/contract/server-texts.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { RateLimiter, RateLimitName } from '#server/api/limits/rate-limiter.ts';
import { getCaller, getLinkOrigin } from '#server/api/tenancy/current-site.ts';
import type { SiteRecord } from '#server/api/tenancy/site-registry.ts';
import type { Lang } from '#shared/languages.ts';
import { type RefusedOutcome, refuse } from '#shared/outcome.ts';
import type { PersonalDataAccess } from './personal-data-access.ts';

export interface AccountsDependencies extends ContractRouteDependencies {
  limits: RateLimiter;
  records: PersonalDataAccess;
}

export interface AccountsCallContext {
  site: SiteRecord;
  lang: Lang;
  /** Scheme and host of the links in mails. */
  origin: string;
  ipAddress: string;
  token: string | null;
  /** The first `maxDeviceLength` characters of the browser's header `User-Agent`; empty without one. */
  device: string;
  translate: (text: ServerTextKey, values?: Readonly<Record<string, string | number>>) => string;
  pickLanguage: PickLocalizedText;
  withSiteTransaction<T>(work: (tx: SiteTx) => Promise<T>): Promise<T>;
  /** Counts one attempt against a rate limit, and returns the refusal `too_many` if the limit was already reached. */
  countAttempt(limit: RateLimitName, subject: string): Promise<TooManyAttemptsOutcome | null>;
  /** Removes from the rate limit one attempt that `countAttempt` has counted. */
  refundAttempt(limit: RateLimitName, subject: string): Promise<void>;
  /** Checks a rate limit without counting an attempt, and returns the refusal `too_many` if no attempt is left. */
  checkAttemptsLeft(limit: RateLimitName, subject: string): Promise<TooManyAttemptsOutcome | null>;
}

export type TooManyAttemptsOutcome = RefusedOutcome<'too_many'>;

/** Maximum length of the stored header `User-Agent`, in characters. */
const maxDeviceLength = 200;

type AccountsCall = Pick<
  AccountsCallContext,
  'site' | 'lang' | 'translate' | 'pickLanguage' | 'withSiteTransaction'
> & {
  request: FastifyRequest;
};

export function createAccountsCallContext(call: AccountsCall, limits: RateLimiter): AccountsCallContext {
  const { site, lang, translate, pickLanguage, withSiteTransaction, request } = call;
  const { ipAddress, token } = getCaller(request);
  const tooMany = async (limit: RateLimitName, subject: string): Promise<TooManyAttemptsOutcome> => {
    return refuse('too_many', { values: { retryAfter: await limits.retryAfterSeconds(site.id, limit, subject) } });
  };
  return {
    site,
    lang,
    origin: getLinkOrigin(request),
    ipAddress,
    token,
    device: (request.headers['user-agent'] ?? '').slice(0, maxDeviceLength),
    translate,
    pickLanguage,
    withSiteTransaction,
    countAttempt: async (limit, subject) =>
      (await limits.consume(site.id, limit, subject)) ? null : tooMany(limit, subject),
    refundAttempt: (limit, subject) => limits.refund(site.id, limit, subject),
    checkAttemptsLeft: async (limit, subject) =>
      (await limits.hasLeft(site.id, limit, subject)) ? null : tooMany(limit, subject),
  };
}
