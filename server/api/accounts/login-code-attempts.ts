import type { RateLimiter } from '#server/api/limits/rate-limiter.ts';
import type { AccountsCallContext, TooManyAttemptsOutcome } from './accounts-call-context.ts';
import { queueLoginCodeLimitReachedMail } from './accounts-mails.ts';
import { lockUserRowById } from './accounts-repository.ts';

/** Counts one attempt to enter a one-time code for an account. */
export async function countCodeAttempt(
  { countAttempt }: Pick<AccountsCallContext, 'countAttempt'>,
  userId: number,
): Promise<TooManyAttemptsOutcome | null> {
  const account = String(userId);
  return (await countAttempt('login-code-account', account)) ?? (await countAttempt('login-code-day', account));
}

/**
 * Resets the 15-minute limit after a correct code. From the daily limit only the correct attempt is removed, because
 * log-ins of the owner must not give an attacker further attempts.
 */
export async function resetCodeLimitAfterSuccess(
  { site }: Pick<AccountsCallContext, 'site'>,
  limits: RateLimiter,
  userId: number,
): Promise<void> {
  await limits.reset(site.id, 'login-code-account', String(userId));
  await limits.refund(site.id, 'login-code-day', String(userId));
}

/** Notifies the owner of an account by mail, at most once a day, that no attempts are left for the day. */
export async function notifyOwnerIfCodeLimitReached(
  context: AccountsCallContext,
  limits: RateLimiter,
  userId: number,
): Promise<void> {
  const { site, withSiteTransaction } = context;
  const account = String(userId);
  if (await limits.hasLeft(site.id, 'login-code-day', account)) return;
  if (!(await limits.consume(site.id, 'login-code-notice', account))) return;
  await withSiteTransaction(async (tx) => {
    const user = await lockUserRowById(tx, userId);
    // The caller may be an attacker, so the mail is in the language of the account.
    if (user) await queueLoginCodeLimitReachedMail(tx, { ...context, lang: user.lang }, user);
  });
}
