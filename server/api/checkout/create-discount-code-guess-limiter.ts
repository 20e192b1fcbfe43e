import type { RateLimiter } from '#server/api/limits/rate-limiter.ts';
import { type Outcome, refuse } from '#shared/outcome.ts';

/**
 * Limits guesses at discount codes, which are short enough to be guessed. Only unknown codes count, so that customers
 * who edit their cart often do not reach the limit.
 */
export const createDiscountCodeGuessLimiter = (limits: RateLimiter) => ({
  async limit<Value, Refusal extends string>(
    siteId: number,
    ipAddress: string,
    attempt: () => Promise<Outcome<Value, Refusal>>,
  ): Promise<Outcome<Value, Refusal | 'too_many'>> {
    if (!(await limits.hasLeft(siteId, 'code-client', ipAddress)))
      return refuse('too_many', {
        values: { retryAfter: await limits.retryAfterSeconds(siteId, 'code-client', ipAddress) },
      });
    const outcome = await attempt();
    if (!outcome.ok && outcome.refusal === 'code_unknown') await limits.consume(siteId, 'code-client', ipAddress);
    return outcome;
  },
});
