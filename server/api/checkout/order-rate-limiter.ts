import type { RateLimiter, RateLimitName } from '#server/api/limits/rate-limiter.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';

/** The party whose orders are counted: an account, or a guest by email address and IP address. */
export type OrderRateLimitedCustomer = { userId: number } | { email: string; ipAddress: string };

interface OrderAttempt {
  /**
   * Removes the attempt from the limits per recipient and site, because it placed no order. The attempt still counts
   * towards the limits per account, client and network.
   */
  refund(): Promise<void>;
}

type AttemptSubject = readonly [limit: RateLimitName, subject: string];

/** The subject of the rate limit that counts all guest orders of a site together. */
const allGuests = 'all';

/**
 * Limits the orders of an account, and those of guests per client and site and per network. Each guest order sends a
 * mail to an unverified address, so guest orders are also limited per recipient (over all sites) and per site.
 */
export const createOrderAttemptLimiter = (limits: RateLimiter) => ({
  async begin(siteId: number, customer: OrderRateLimitedCustomer): Promise<Outcome<OrderAttempt, 'too_many'>> {
    const attempts: AttemptSubject[] =
      'userId' in customer
        ? [['order-account', String(customer.userId)]]
        : [
            ['guest-order-client', customer.ipAddress],
            ['guest-order-network', customer.ipAddress],
          ];
    const mails: AttemptSubject[] =
      'userId' in customer
        ? []
        : [
            ['guest-order-recipient', customer.email],
            ['guest-order-site', allGuests],
          ];
    const counted: AttemptSubject[] = [];
    const refund = async () => {
      for (const [limit, subject] of counted.splice(0)) await limits.refund(siteId, limit, subject);
    };
    for (const [limit, subject] of [...attempts, ...mails]) {
      if (mails.some(([name]) => name === limit)) counted.push([limit, subject]);
      if (await limits.consume(siteId, limit, subject)) continue;
      await refund();
      return refuse('too_many', { values: { retryAfter: await limits.retryAfterSeconds(siteId, limit, subject) } });
    }
    return ok({ refund });
  },
});
