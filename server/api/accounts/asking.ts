import type { FastifyRequest } from 'fastify';
import type { Localize, RouteParts } from '#server/api/contract/contract-route.ts';
import type { ServerText } from '#server/api/contract/server-texts.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { LimitName, RateLimits } from '#server/api/limits/rate-limits.ts';
import { callerOf, linkOrigin } from '#server/api/tenancy/current-site.ts';
import type { KnownSite } from '#server/api/tenancy/known-sites.ts';
import type { Lang } from '#shared/languages.ts';
import { type Refused, refuse } from '#shared/outcome.ts';
import type { PersonalRecords } from './personal-records.ts';

export interface AccountsParts extends RouteParts {
  limits: RateLimits;
  records: PersonalRecords;
}

/** What the acts of this domain need to know of who asks. */
export interface Asking {
  site: KnownSite;
  lang: Lang;
  /** Where links in mails lead. */
  origin: string;
  address: string;
  token: string | null;
  say: (text: ServerText) => string;
  localize: Localize;
  inSite<T>(work: (tx: SiteTx) => Promise<T>): Promise<T>;
  /** Counts an attempt. @returns The refusal if there was none left. */
  count(limit: LimitName, who: string): Promise<TooMany | null>;
  /** Takes back an attempt that `count` counted. */
  refund(limit: LimitName, who: string): Promise<void>;
  /** @returns The refusal if no attempt is left, without counting one. */
  exhausted(limit: LimitName, who: string): Promise<TooMany | null>;
}

/** The data of a call that answers none. */
export type Nothing = Record<string, never>;

export type TooMany = Refused<'too_many'>;

type CallParts = Pick<Asking, 'site' | 'lang' | 'say' | 'localize' | 'inSite'> & { request: FastifyRequest };

export function askingOf(call: CallParts, limits: RateLimits): Asking {
  const { site, lang, say, localize, inSite, request } = call;
  const { address, token } = callerOf(request);
  const tooMany = async (limit: LimitName, who: string): Promise<TooMany> =>
    refuse('too_many', { values: { retryAfter: Math.max(1, await limits.retryAfterSeconds(site.id, limit, who)) } });
  return {
    site,
    lang,
    origin: linkOrigin(request),
    address,
    token,
    say,
    localize,
    inSite,
    count: async (limit, who) => ((await limits.consume(site.id, limit, who)) ? null : tooMany(limit, who)),
    refund: (limit, who) => limits.refund(site.id, limit, who),
    exhausted: async (limit, who) => ((await limits.hasLeft(site.id, limit, who)) ? null : tooMany(limit, who)),
  };
}
