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
  /** Counts a try; answers the refusal where there was none left. */
  count(limit: LimitName, who: string): Promise<TooMany | null>;
  /** The refusal where no try is left, without counting one. */
  spent(limit: LimitName, who: string): Promise<TooMany | null>;
}

/** The data of a call that answers none. */
export type Nothing = Record<string, never>;

export type TooMany = Refused<'too_many'>;

type CallParts = Pick<Asking, 'site' | 'lang' | 'say' | 'localize' | 'inSite'> & { request: FastifyRequest };

export function askingOf(call: CallParts, limits: RateLimits): Asking {
  const { site, lang, say, localize, inSite, request } = call;
  const { address, token } = callerOf(request);
  const tooMany = async (limit: LimitName, who: string): Promise<TooMany> =>
    refuse('too_many', { values: { retryAfter: Math.max(1, await limits.waitOf(site.id, limit, who)) } });
  return {
    site,
    lang,
    origin: linkOrigin(request),
    address,
    token,
    say,
    localize,
    inSite,
    count: async (limit, who) => ((await limits.allows(site.id, limit, who)) ? null : tooMany(limit, who)),
    spent: async (limit, who) => ((await limits.hasLeft(site.id, limit, who)) ? null : tooMany(limit, who)),
  };
}
