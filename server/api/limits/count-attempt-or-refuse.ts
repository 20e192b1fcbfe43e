import { type RefusedOutcome, refuse } from '#shared/outcome.ts';
import type { RateLimiter, RateLimitName } from './rate-limiter.ts';

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
