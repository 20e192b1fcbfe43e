import type { RateLimiter, RateLimitName } from '#server/api/limits/rate-limiter.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';

interface ReplyAttempt {
  /** Removes the attempt from the rate limits, because the reply was not sent. */
  refund(): Promise<void>;
}

/**
 * Counts a reply to a submission towards the limits of its recipient, over all sites, and of the site. The recipient is
 * an email address that a visitor has typed, which may be a stranger's.
 */
export async function countReplyAttempt(
  limits: RateLimiter,
  siteId: number,
  recipient: string,
): Promise<Outcome<ReplyAttempt, 'too_many_mails'>> {
  const subjects: readonly [RateLimitName, string][] = [
    ['form-reply-recipient', recipient],
    ['form-reply-site', 'all'],
  ];
  const counted: [RateLimitName, string][] = [];
  const refund = async () => {
    for (const [limit, subject] of counted.splice(0)) await limits.refund(siteId, limit, subject);
  };
  for (const [limit, subject] of subjects) {
    counted.push([limit, subject]);
    if (await limits.consume(siteId, limit, subject)) continue;
    await refund();
    const retryAfter = await limits.retryAfterSeconds(siteId, limit, subject);
    return refuse('too_many_mails', { values: { retryAfter } });
  }
  return ok({ refund });
}
