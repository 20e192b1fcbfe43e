import type { FastifyRequest } from 'fastify';
import type { LanguagePicker, RouteDependencies } from '#server/api/contract/contract-route.ts';
import type { ServerText } from '#server/api/contract/server-texts.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { LimitName, RateLimits } from '#server/api/limits/rate-limits.ts';
import { callerOf, linkOrigin } from '#server/api/tenancy/current-site.ts';
import type { SiteRecord } from '#server/api/tenancy/site-directory.ts';
import type { Lang } from '#shared/languages.ts';
import { type RefusedOutcome, refuse } from '#shared/outcome.ts';
import type { PersonalRecords } from './personal-records.ts';

export interface AccountsDependencies extends RouteDependencies {
  limits: RateLimits;
  records: PersonalRecords;
}

/** What the acts of this domain need to know of who asks. */
export interface AccountsContext {
  site: SiteRecord;
  lang: Lang;
  /** Where links in mails lead. */
  origin: string;
  address: string;
  token: string | null;
  translate: (text: ServerText) => string;
  pickLanguage: LanguagePicker;
  withSiteTransaction<T>(work: (tx: SiteTx) => Promise<T>): Promise<T>;
  /** Counts an attempt. @returns The refusal if there was none left. */
  countAttempt(limit: LimitName, who: string): Promise<TooManyRefusal | null>;
  /** Takes back an attempt that `count` counted. */
  refundAttempt(limit: LimitName, who: string): Promise<void>;
  /** @returns The refusal if no attempt is left, without counting one. */
  checkAttemptsLeft(limit: LimitName, who: string): Promise<TooManyRefusal | null>;
}

/** The data of a call that answers none. */
export type EmptyData = Record<string, never>;

export type TooManyRefusal = RefusedOutcome<'too_many'>;

type AccountsCall = Pick<AccountsContext, 'site' | 'lang' | 'translate' | 'pickLanguage' | 'withSiteTransaction'> & {
  request: FastifyRequest;
};

export function createAccountsContext(call: AccountsCall, limits: RateLimits): AccountsContext {
  const { site, lang, translate, pickLanguage, withSiteTransaction, request } = call;
  const { address, token } = callerOf(request);
  const tooMany = async (limit: LimitName, who: string): Promise<TooManyRefusal> =>
    refuse('too_many', { values: { retryAfter: Math.max(1, await limits.retryAfterSeconds(site.id, limit, who)) } });
  return {
    site,
    lang,
    origin: linkOrigin(request),
    address,
    token,
    translate,
    pickLanguage,
    withSiteTransaction,
    countAttempt: async (limit, who) => ((await limits.consume(site.id, limit, who)) ? null : tooMany(limit, who)),
    refundAttempt: (limit, who) => limits.refund(site.id, limit, who),
    checkAttemptsLeft: async (limit, who) => ((await limits.hasLeft(site.id, limit, who)) ? null : tooMany(limit, who)),
  };
}
