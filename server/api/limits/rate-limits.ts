import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Db } from '#server/api/database/connect.ts';
import { toClientNetwork } from '#server/http/client-network.ts';

/**
 * The kind of subject that a limit counts. A `client` is an IPv4 address or a /64 network, a `network` an IPv4 address or a
 * /48 network; an `identity` is anything else, such as an account, a mailbox or a site.
 */
type CountedSubject = 'client' | 'network' | 'identity';

interface RateLimitRule {
  counts: CountedSubject;
  points: number;
  seconds: number;
  /** Counted for all sites together; otherwise for each site. */
  isPlatformWide?: true;
}

/**
 * Limits of networks hold over all sites, because a client that spreads its calls over many sites costs the process the
 * same. They are three times a site's own, so that an office or a campus behind one IP address does not reach them.
 * Limits of recipients hold over all sites too, which share the mailbox.
 */
export const rateLimitRules = {
  /** Wrong log-ins for one account from one network, for one account from anywhere, and from one network. */
  'login-here': { counts: 'identity', points: 10, seconds: 900 },
  'login-account': { counts: 'identity', points: 50, seconds: 900 },
  'login-client': { counts: 'client', points: 50, seconds: 900 },
  'login-network': { counts: 'network', points: 150, seconds: 900, isPlatformWide: true },
  /** Not a limit: records the networks from which the owner of an account has logged in. */
  'login-known': { counts: 'identity', points: 1, seconds: 30 * 86_400 },
  'register-client': { counts: 'client', points: 20, seconds: 3_600 },
  'register-network': { counts: 'network', points: 60, seconds: 3_600, isPlatformWide: true },
  'reset-account': { counts: 'identity', points: 5, seconds: 3_600, isPlatformWide: true },
  'reset-client': { counts: 'client', points: 20, seconds: 3_600 },
  'reset-network': { counts: 'network', points: 60, seconds: 3_600, isPlatformWide: true },
  'link-client': { counts: 'client', points: 60, seconds: 900 },
  'link-network': { counts: 'network', points: 180, seconds: 900, isPlatformWide: true },
  'handover-client': { counts: 'client', points: 60, seconds: 900 },
  'handover-network': { counts: 'network', points: 180, seconds: 900, isPlatformWide: true },
  'newsletter-client': { counts: 'client', points: 20, seconds: 3_600 },
  'newsletter-network': { counts: 'network', points: 60, seconds: 3_600, isPlatformWide: true },
  'mail-recipient': { counts: 'identity', points: 5, seconds: 3_600, isPlatformWide: true },
  'closure-account': { counts: 'identity', points: 5, seconds: 86_400 },
  'password-account': { counts: 'identity', points: 10, seconds: 900 },
  'code-client': { counts: 'client', points: 60, seconds: 900 },
  'order-account': { counts: 'identity', points: 300, seconds: 3_600 },
  /** Attempts of guests to order, and for the last two the orders that were placed, each of which sends a mail. */
  'guest-order-client': { counts: 'client', points: 100, seconds: 3_600 },
  'guest-order-network': { counts: 'network', points: 300, seconds: 3_600, isPlatformWide: true },
  'guest-order-recipient': { counts: 'identity', points: 5, seconds: 3_600, isPlatformWide: true },
  'guest-order-site': { counts: 'identity', points: 1_000, seconds: 3_600 },
  'withdrawal-client': { counts: 'client', points: 20, seconds: 3_600 },
  'withdrawal-network': { counts: 'network', points: 60, seconds: 3_600, isPlatformWide: true },
  'form-client': { counts: 'client', points: 60, seconds: 3_600 },
  'form-network': { counts: 'network', points: 180, seconds: 3_600, isPlatformWide: true },
  /** Forms without a signed time stamp, as browsers without scripts send them. */
  'form-unsigned-client': { counts: 'client', points: 10, seconds: 3_600 },
  'form-unsigned-network': { counts: 'network', points: 30, seconds: 3_600, isPlatformWide: true },
  /** Mails to an estate about forms. Further submissions are stored. */
  'form-notice-site': { counts: 'identity', points: 200, seconds: 3_600 },
  'registration-client': { counts: 'client', points: 20, seconds: 3_600 },
  'registration-network': { counts: 'network', points: 60, seconds: 3_600, isPlatformWide: true },
  'registration-recipient': { counts: 'identity', points: 5, seconds: 3_600, isPlatformWide: true },
  /** Further visits are not counted. */
  'visit-client': { counts: 'client', points: 100, seconds: 86_400 },
  'visit-network': { counts: 'network', points: 300, seconds: 86_400, isPlatformWide: true },
  /** Payments that are started, or started again, after the order. */
  'payment-client': { counts: 'client', points: 30, seconds: 900 },
  'payment-network': { counts: 'network', points: 90, seconds: 900, isPlatformWide: true },
  /** Webhooks of payment providers that are refused, and valid ones while they are verified. */
  'webhook-client': { counts: 'client', points: 120, seconds: 300 },
  'webhook-network': { counts: 'network', points: 360, seconds: 300, isPlatformWide: true },
  /** Separate from other mails, so that mails to an address never keep its owner from withdrawing. */
  'withdrawal-recipient': { counts: 'identity', points: 5, seconds: 3_600, isPlatformWide: true },
  /** Notices to the estate about declarations that match no order. */
  'withdrawal-unmatched-site': { counts: 'identity', points: 10, seconds: 3_600 },
} as const satisfies Record<string, RateLimitRule>;
export type RateLimitName = keyof typeof rateLimitRules;

export interface RateLimits {
  /** Counts one attempt of `subject`: an account, a mailbox or an IP address. @returns Whether it is allowed. */
  consume(siteId: number, limit: RateLimitName, subject: string): Promise<boolean>;
  /** Takes back one attempt that `consume` counted, whether it was allowed or not. */
  refund(siteId: number, limit: RateLimitName, subject: string): Promise<void>;
  /** Checks whether `subject` has attempts left, without counting one. */
  hasLeft(siteId: number, limit: RateLimitName, subject: string): Promise<boolean>;
  /** Removes all attempts of `subject`. */
  reset(siteId: number, limit: RateLimitName, subject: string): Promise<void>;
  /** Seconds until `subject` has attempts again; 0 if there are some left. */
  retryAfterSeconds(siteId: number, limit: RateLimitName, subject: string): Promise<number>;
}

const clearIntervalMs = 600_000;

/** Counts in the database, for all replicas together. Every method rejects while the database is unavailable. */
export function createRateLimits(db: Db): RateLimits {
  const limiters = new Map<RateLimitName, RateLimiterPostgres>();
  const limiterOf = (limit: RateLimitName): RateLimiterPostgres => {
    const existing = limiters.get(limit);
    if (existing) return existing;
    const { points, seconds: duration } = rateLimitRules[limit];
    const limiter = new RateLimiterPostgres({
      storeClient: db.$client,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      // `consume` clears expired rows; a timer in each limiter would outlive the pool.
      clearExpiredByTimeout: false,
      keyPrefix: '',
      points,
      duration,
    });
    limiters.set(limit, limiter);
    return limiter;
  };
  const msUntilLeft = async (siteId: number, limit: RateLimitName, subject: string) => {
    const result = await limiterOf(limit).get(keyOf(siteId, limit, subject));
    return result && result.consumedPoints >= rateLimitRules[limit].points ? result.msBeforeNext : 0;
  };
  let nextClearAt = 0;
  const clearExpired = async (now: number) => {
    if (now < nextClearAt) return;
    nextClearAt = now + clearIntervalMs;
    await db.$client.query('delete from rate_limits where expire < $1', [now]);
  };
  return {
    consume: async (siteId, limit, subject) => {
      await clearExpired(Date.now());
      return limiterOf(limit)
        .consume(keyOf(siteId, limit, subject))
        .then(
          () => true,
          (refusal: unknown) => {
            if (refusal instanceof RateLimiterRes) return false;
            throw refusal;
          },
        );
    },
    hasLeft: async (siteId, limit, subject) => (await msUntilLeft(siteId, limit, subject)) === 0,
    // Guarded, because the attempt may have expired or have been reset meanwhile.
    refund: async (siteId, limit, subject) =>
      void (await db.$client.query('update rate_limits set points = points - 1 where key = $1 and points > 0', [
        keyOf(siteId, limit, subject),
      ])),
    reset: async (siteId, limit, subject) => void (await limiterOf(limit).delete(keyOf(siteId, limit, subject))),
    retryAfterSeconds: async (siteId, limit, subject) => Math.ceil((await msUntilLeft(siteId, limit, subject)) / 1_000),
  };
}

/** Site ids are positive. */
const allSites = 0;

const normalizeSubject: Record<CountedSubject, (subject: string) => string> = {
  client: (ipAddress) => toClientNetwork(ipAddress),
  network: (ipAddress) => toClientNetwork(ipAddress, 48),
  identity: (identity) => mailboxOf(identity.trim().toLowerCase()),
};

/** A hash, because neither IP addresses nor email addresses may be stored. */
function keyOf(siteId: number, limit: RateLimitName, subject: string): string {
  const rule: RateLimitRule = rateLimitRules[limit];
  const site = rule.isPlatformWide ? allSites : siteId;
  const hash = createHash('sha256')
    .update(`${site} ${limit} ${normalizeSubject[rule.counts](subject)}`)
    .digest('base64url')
    .slice(0, 32);
  return `${site}:${limit}:${hash}`;
}

/** Most providers deliver `name+tag@…` to the mailbox `name@…`, so email addresses that differ in the tag only count together. */
const mailboxOf = (address: string): string => address.replace(/\+[^@ ]*@/, '@');
