import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Db } from '#server/api/database/connect.ts';
import { networkOf } from '#server/http/client-network.ts';

/** What is limited: how many points in how many seconds. Each is counted for one estate. */
export const limitsOf = {
  /** Wrong log-ins of one account from one network, of one account wherever they come from, and from one address. */
  'login-here': { points: 10, seconds: 900 },
  'login-account': { points: 50, seconds: 900 },
  'login-address': { points: 50, seconds: 900 },
  /** Not a limit but a memory: from where the owner of an account has logged in. */
  'login-known': { points: 1, seconds: 30 * 86_400 },
  'register-address': { points: 20, seconds: 3_600 },
  'reset-account': { points: 5, seconds: 3_600 },
  'reset-address': { points: 20, seconds: 3_600 },
  'link-address': { points: 60, seconds: 900 },
  'newsletter-address': { points: 20, seconds: 3_600 },
  'mail-recipient': { points: 5, seconds: 3_600 },
  'closure-account': { points: 5, seconds: 86_400 },
  'password-account': { points: 10, seconds: 900 },
  'code-address': { points: 60, seconds: 900 },
  'order-account': { points: 300, seconds: 3_600 },
  'withdrawal-address': { points: 20, seconds: 3_600 },
  /** Apart from other mails: nobody is kept from withdrawing because somebody has mails sent to them. */
  'withdrawal-recipient': { points: 5, seconds: 3_600 },
} as const;
export type LimitName = keyof typeof limitsOf;

export interface RateLimits {
  /** Counts one more try of `who` (an account, an address); answers whether it is still allowed. */
  allows(siteId: number, limit: LimitName, who: string): Promise<boolean>;
  /** Whether `who` has any tries left, without counting one. */
  hasLeft(siteId: number, limit: LimitName, who: string): Promise<boolean>;
  /** Forgets the tries of `who`, after a success. */
  forgive(siteId: number, limit: LimitName, who: string): Promise<void>;
  /** Seconds after which `who` may try again; 0: at once. */
  waitOf(siteId: number, limit: LimitName, who: string): Promise<number>;
}

/** How often each process clears what is over, in milliseconds. */
const betweenClearings = 600_000;

/** Counts in the database, for all replicas together. While that is away each of these fails, as every call does then. */
export function createRateLimits(db: Db): RateLimits {
  const limiters = new Map<LimitName, RateLimiterPostgres>();
  const limiterOf = (limit: LimitName): RateLimiterPostgres => {
    const known = limiters.get(limit);
    if (known) return known;
    const { points, seconds: duration } = limitsOf[limit];
    const limiter = new RateLimiterPostgres({
      storeClient: db.$client,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      // Whoever counts clears what is over; a timer in each limiter would outlive the pool.
      clearExpiredByTimeout: false,
      keyPrefix: '',
      points,
      duration,
    });
    limiters.set(limit, limiter);
    return limiter;
  };
  const left = async (siteId: number, limit: LimitName, who: string) => {
    const known = await limiterOf(limit).get(keyOf(siteId, limit, who));
    return known && known.consumedPoints >= limitsOf[limit].points ? known.msBeforeNext : 0;
  };
  let nextClearing = 0;
  const clearWhatIsOver = async (now: number) => {
    if (now < nextClearing) return;
    nextClearing = now + betweenClearings;
    await db.$client.query('delete from rate_limits where expire < $1', [now]);
  };
  return {
    allows: async (siteId, limit, who) => {
      await clearWhatIsOver(Date.now());
      return limiterOf(limit)
        .consume(keyOf(siteId, limit, who))
        .then(
          () => true,
          (refusal: unknown) => {
            if (refusal instanceof RateLimiterRes) return false;
            throw refusal;
          },
        );
    },
    hasLeft: async (siteId, limit, who) => (await left(siteId, limit, who)) === 0,
    forgive: async (siteId, limit, who) => void (await limiterOf(limit).delete(keyOf(siteId, limit, who))),
    waitOf: async (siteId, limit, who) => Math.ceil((await left(siteId, limit, who)) / 1_000),
  };
}

/** Neither addresses nor e-mails are kept, only what tells one from another. */
function keyOf(siteId: number, limit: LimitName, who: string): string {
  const counted = limit.endsWith('-address') ? networkOf(who) : mailboxOf(who.trim().toLowerCase());
  const hash = createHash('sha256').update(`${siteId} ${limit} ${counted}`).digest('base64url').slice(0, 32);
  return `${siteId}:${limit}:${hash}`;
}

/** What follows a plus sign mostly leads to the same mailbox: whoever invents such names counts once. */
const mailboxOf = (who: string): string => who.replace(/\+[^@ ]*@/, '@');
