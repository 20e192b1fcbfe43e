import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Db } from '#server/api/database/connect.ts';
import { toClientNetwork } from '#server/http/client-network.ts';
import { type RefusedOutcome, refuse } from '#shared/outcome.ts';

/**
 * The kind of subject whose attempts a rate limit counts. `client`: an IPv4 address or a /64 network of IPv6.
 * `network`: an IPv4 address or a /48 network. `identity`: anything else, such as an account, a mailbox or a site.
 */
type CountedSubject = 'client' | 'network' | 'identity';

interface RateLimitRule {
  counts: CountedSubject;
  points: number;
  seconds: number;
  /** True if attempts count over all sites together; otherwise each site counts separately. */
  isPlatformWide?: true;
}

/**
 * Maximum number of attempts (`points`) in a period. Limits per network count over all sites, because a client that
 * spreads its calls over many sites costs the process the same. They are at least three times the limits per client and
 * site, so that an office or a campus behind one IP address does not reach them. Limits per mail recipient also count
 * over all sites, which share the mailbox.
 */
export const rateLimitRules = {
  /**
   * Failed log-ins: for one account from one client, for one account from anywhere, and for any account from one client
   * on this site and from one network on all sites.
   */
  'login-here': { counts: 'identity', points: 10, seconds: 900 },
  'login-account': { counts: 'identity', points: 50, seconds: 900 },
  'login-client': { counts: 'client', points: 50, seconds: 900 },
  'login-network': { counts: 'network', points: 150, seconds: 900, isPlatformWide: true },
  /** Records the networks from which the owner of an account has logged in, and limits nothing. */
  'login-known': { counts: 'identity', points: 1, seconds: 30 * 86_400 },
  /**
   * Wrong one-time codes of the second step of a log-in, and the mails to the owner of the account when the daily limit
   * is reached. Without the daily limit, an attacker who knows the password would find a code within weeks.
   */
  'login-code-account': { counts: 'identity', points: 10, seconds: 900 },
  'login-code-day': { counts: 'identity', points: 40, seconds: 86_400 },
  'login-code-notice': { counts: 'identity', points: 1, seconds: 86_400 },
  'register-client': { counts: 'client', points: 20, seconds: 3_600 },
  'register-network': { counts: 'network', points: 60, seconds: 3_600, isPlatformWide: true },
  'reset-account': { counts: 'identity', points: 5, seconds: 3_600, isPlatformWide: true },
  'reset-client': { counts: 'client', points: 20, seconds: 3_600 },
  'reset-network': { counts: 'network', points: 60, seconds: 3_600, isPlatformWide: true },
  'link-client': { counts: 'client', points: 60, seconds: 900 },
  'link-network': { counts: 'network', points: 180, seconds: 900, isPlatformWide: true },
  'handover-client': { counts: 'client', points: 60, seconds: 900 },
  'handover-network': { counts: 'network', points: 180, seconds: 900, isPlatformWide: true },
  'subscription-account': { counts: 'identity', points: 30, seconds: 3_600 },
  'newsletter-client': { counts: 'client', points: 20, seconds: 3_600 },
  'newsletter-network': { counts: 'network', points: 60, seconds: 3_600, isPlatformWide: true },
  /** Tests of newsletter issues, which a member of staff sends to their own email address. */
  'newsletter-test': { counts: 'identity', points: 20, seconds: 3_600 },
  /** Mail providers send the unsubscriptions of all their customers from a few networks, so these limits are high. */
  'unsubscribe-client': { counts: 'client', points: 1_000, seconds: 900 },
  'unsubscribe-network': { counts: 'network', points: 3_000, seconds: 900, isPlatformWide: true },
  'mail-recipient': { counts: 'identity', points: 5, seconds: 3_600, isPlatformWide: true },
  'closure-account': { counts: 'identity', points: 5, seconds: 86_400 },
  'password-account': { counts: 'identity', points: 10, seconds: 900 },
  /** Invitations to the staff of one site, each of which is a mail. */
  'staff-invitation-site': { counts: 'identity', points: 30, seconds: 3_600 },
  'code-client': { counts: 'client', points: 60, seconds: 900 },
  'order-account': { counts: 'identity', points: 300, seconds: 3_600 },
  /**
   * Attempts of guests to place an order. The limits of recipient and site count only placed orders, each of which
   * sends a mail.
   */
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
  /**
   * Challenges for browsers. A challenge costs one HMAC, so these limits are high enough that one visitor does not
   * exhaust them for others behind the same IP address.
   */
  'form-challenge-client': { counts: 'client', points: 1_200, seconds: 900 },
  'form-challenge-network': { counts: 'network', points: 12_000, seconds: 900, isPlatformWide: true },
  /** Forms with the same challenge: only one is accepted until the challenge has expired. */
  'form-proof': { counts: 'identity', points: 1, seconds: 1_200 },
  /** Forms without the proof of work that the site requires, as browsers without scripts send them. */
  'form-unproven-client': { counts: 'client', points: 10, seconds: 3_600 },
  'form-unproven-network': { counts: 'network', points: 30, seconds: 3_600, isPlatformWide: true },
  /**
   * Acknowledgements of forms have a separate limit, so that forms with a stranger's email address never block that
   * person's other mails.
   */
  'form-recipient': { counts: 'identity', points: 5, seconds: 3_600, isPlatformWide: true },
  'form-acknowledgement-site': { counts: 'identity', points: 500, seconds: 3_600 },
  /** Mails to an estate about submitted forms. Submissions above the limit are stored without a mail. */
  'form-notice-site': { counts: 'identity', points: 200, seconds: 3_600 },
  /** Replies of staff to submissions, each of which is a mail to an email address that a visitor has typed. */
  'form-reply-recipient': { counts: 'identity', points: 5, seconds: 3_600, isPlatformWide: true },
  'form-reply-site': { counts: 'identity', points: 200, seconds: 3_600 },
  /** Mails that inform an estate that further forms or registrations of this hour are stored without a mail. */
  'form-overflow-site': { counts: 'identity', points: 1, seconds: 3_600 },
  'registration-overflow-site': { counts: 'identity', points: 1, seconds: 3_600 },
  'consent-client': { counts: 'client', points: 30, seconds: 3_600 },
  'consent-network': { counts: 'network', points: 90, seconds: 3_600, isPlatformWide: true },
  /** All choices about cookies at one site, so that calls from many networks cannot fill its table. */
  'consent-site': { counts: 'identity', points: 5_000, seconds: 3_600 },
  'registration-client': { counts: 'client', points: 20, seconds: 3_600 },
  'registration-network': { counts: 'network', points: 60, seconds: 3_600, isPlatformWide: true },
  /** Registrations for elements of one site, each of which mails a confirmation if it is accepted. */
  'registration-site': { counts: 'identity', points: 1_000, seconds: 3_600 },
  /**
   * Mails to an estate about registrations. Registrations above the limit are stored and confirmed without such a mail.
   */
  'registration-notice-site': { counts: 'identity', points: 200, seconds: 3_600 },
  'registration-recipient': { counts: 'identity', points: 5, seconds: 3_600, isPlatformWide: true },
  /** Invitations to write reviews. An invitation that is refused is sent by a later run. */
  'review-recipient': { counts: 'identity', points: 2, seconds: 86_400, isPlatformWide: true },
  /** SVGs that staff import by URL. */
  'svg-client': { counts: 'client', points: 60, seconds: 900 },
  'svg-network': { counts: 'network', points: 180, seconds: 900, isPlatformWide: true },
  'svg-site': { counts: 'identity', points: 120, seconds: 900 },
  /** Changes of domains that are checked in the DNS. */
  'domain-check-client': { counts: 'client', points: 60, seconds: 900 },
  'domain-check-network': { counts: 'network', points: 180, seconds: 900, isPlatformWide: true },
  'domain-check-site': { counts: 'identity', points: 60, seconds: 900 },
  /** Pictures, fonts, videos and PDFs that staff upload, each with up to 200 MB. */
  'upload-site': { counts: 'identity', points: 500, seconds: 3_600 },
  /** Visits that the statistics count. Further visits are ignored. */
  'visit-client': { counts: 'client', points: 100, seconds: 86_400 },
  'visit-network': { counts: 'network', points: 300, seconds: 86_400, isPlatformWide: true },
  /** Payments that are started, or started again, after the order. */
  'payment-client': { counts: 'client', points: 30, seconds: 900 },
  'payment-network': { counts: 'network', points: 90, seconds: 900, isPlatformWide: true },
  /** Payment webhooks that are refused, and valid webhooks while their signature is being verified. */
  'webhook-client': { counts: 'client', points: 120, seconds: 300 },
  'webhook-network': { counts: 'network', points: 360, seconds: 300, isPlatformWide: true },
  /**
   * Acknowledgements of withdrawals have a separate limit, so that other mails to an address never prevent its owner
   * from withdrawing.
   */
  'withdrawal-recipient': { counts: 'identity', points: 5, seconds: 3_600, isPlatformWide: true },
  /** Mails to the estate about withdrawal declarations that match no order. */
  'withdrawal-unmatched-site': { counts: 'identity', points: 10, seconds: 3_600 },
} as const satisfies Record<string, RateLimitRule>;
export type RateLimitName = keyof typeof rateLimitRules;

export type LimitedAttempt = readonly [limit: RateLimitName, subject: string];

export interface RateLimiter {
  /**
   * Counts one attempt of `subject`: an account, a mailbox, an IP address, or a constant for all attempts of a site.
   * @returns True if the attempt is allowed.
   */
  consume(siteId: number, limit: RateLimitName, subject: string): Promise<boolean>;
  /**
   * Counts one attempt in each of several limits, in one statement.
   * @returns The first limit that refuses the attempt; null if all allow it. The limits after it have not counted it.
   */
  consumeAll(siteId: number, attempts: readonly LimitedAttempt[]): Promise<LimitedAttempt | null>;
  /** Removes one attempt that `consume` counted, whether or not the attempt was allowed. */
  refund(siteId: number, limit: RateLimitName, subject: string): Promise<void>;
  /** Checks whether `subject` has attempts left, without counting one. */
  hasLeft(siteId: number, limit: RateLimitName, subject: string): Promise<boolean>;
  reset(siteId: number, limit: RateLimitName, subject: string): Promise<void>;
  /**
   * Returns the seconds until `subject`, whose attempt was refused, has attempts left again. The number is at least 1,
   * as the Retry-After header of the refusal requires: the period may have ended since.
   */
  retryAfterSeconds(siteId: number, limit: RateLimitName, subject: string): Promise<number>;
}

const clearIntervalMs = 600_000;

/** Counts like rate-limiter-flexible. Rows are locked in the order of keys, so that statements cannot deadlock. */
const countAttemptsSql = `
  insert into rate_limits (key, points, expire)
  select key, 1, expire from unnest($1::text[], $2::bigint[]) as attempt(key, expire) order by key
  on conflict (key) do update
     set points = case when rate_limits.expire <= $3 then 1 else rate_limits.points + 1 end,
         expire = case when rate_limits.expire <= $3 then excluded.expire else rate_limits.expire end
  returning key, points`;

/**
 * Creates rate limits that count in the database, so that all replicas share them. Every method rejects while the
 * database is unavailable.
 */
export function createRateLimiter(db: Db): RateLimiter {
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
      // The timer of rate-limiter-flexible that clears expired rows is off, because it would outlive the pool.
      // `consume` clears them instead.
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
    consumeAll: async (siteId, attempts) => {
      const now = Date.now();
      await clearExpired(now);
      return countAttempts(db, siteId, attempts, now);
    },
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
    refund: async (siteId, limit, subject) => void (await refundAttempts(db, [keyOf(siteId, limit, subject)])),
    reset: async (siteId, limit, subject) => void (await limiterOf(limit).delete(keyOf(siteId, limit, subject))),
    retryAfterSeconds: async (siteId, limit, subject) =>
      Math.max(1, Math.ceil((await msUntilLeft(siteId, limit, subject)) / 1_000)),
  };
}

async function countAttempts(
  db: Db,
  siteId: number,
  attempts: readonly LimitedAttempt[],
  now: number,
): Promise<LimitedAttempt | null> {
  const keys = attempts.map(([limit, subject]) => keyOf(siteId, limit, subject));
  const ends = attempts.map(([limit]) => now + rateLimitRules[limit].seconds * 1_000);
  const { rows } = await db.$client.query<{ key: string; points: number }>({
    name: 'count-attempts',
    text: countAttemptsSql,
    values: [keys, ends, now],
  });
  const points = new Map(rows.map((row) => [row.key, row.points]));
  const refused = keys.findIndex((key, index) => {
    const attempt = attempts[index];
    return attempt !== undefined && (points.get(key) ?? 0) > rateLimitRules[attempt[0]].points;
  });
  if (refused === -1) return null;
  if (refused + 1 < keys.length) await refundAttempts(db, keys.slice(refused + 1));
  return attempts[refused] ?? null;
}

/** The update has a condition, because an attempt may have expired or been reset in the meantime. */
const refundAttempts = (db: Db, keys: readonly string[]) =>
  db.$client.query('update rate_limits set points = points - 1 where key = any($1) and points > 0', [keys]);

/** 0 stands for all sites, because site ids are positive. */
const allSites = 0;

const normalizeSubject: Record<CountedSubject, (subject: string) => string> = {
  client: (ipAddress) => toClientNetwork(ipAddress),
  network: (ipAddress) => toClientNetwork(ipAddress, 48),
  identity: (identity) => mailboxOf(identity.trim().toLowerCase()),
};

/** Subjects are stored as hashes, because neither IP addresses nor email addresses may be stored. */
function keyOf(siteId: number, limit: RateLimitName, subject: string): string {
  const rule: RateLimitRule = rateLimitRules[limit];
  const site = rule.isPlatformWide ? allSites : siteId;
  const hash = createHash('sha256')
    .update(`${site} ${limit} ${normalizeSubject[rule.counts](subject)}`)
    .digest('base64url')
    .slice(0, 32);
  return `${site}:${limit}:${hash}`;
}

/**
 * Removes the tag of an email address: most providers deliver `name+tag@…` to the mailbox `name@…`, so such addresses
 * count together.
 */
const mailboxOf = (address: string): string => address.replace(/^([^+@]*)\+[^@]*@/, '$1@');

/** @returns The refusal `too_many` if the limit was already reached. */
export type CountAttemptOrRefuse = (
  limit: RateLimitName,
  subject: string,
) => Promise<RefusedOutcome<'too_many'> | null>;

export const createAttemptCounter =
  (limits: RateLimiter, siteId: number): CountAttemptOrRefuse =>
  async (limit, subject) => {
    if (await limits.consume(siteId, limit, subject)) return null;
    const retryAfter = await limits.retryAfterSeconds(siteId, limit, subject);
    return refuse('too_many', { values: { retryAfter } });
  };
