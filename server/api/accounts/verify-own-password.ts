import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import type { AccountsCallContext, AccountsDependencies } from './accounts-call-context.ts';
import { findUserByEmail } from './accounts-repository.ts';
import { verifyPasswordAgainstHash } from './password-hash.ts';
import type { AuthenticatedUser } from './sessions.ts';

export async function verifyOwnPassword(
  context: AccountsCallContext,
  { limits }: Pick<AccountsDependencies, 'limits'>,
  user: AuthenticatedUser,
  password: string,
): Promise<Outcome<true, 'wrong_password' | 'too_many'>> {
  const userId = String(user.id);
  // The attempt is counted before the password is hashed, so that simultaneous guesses cannot exceed the limit.
  const tooMany =
    (await context.checkAttemptsLeft('password-account', userId)) ??
    (await context.countAttempt('password-account', userId));
  if (tooMany) return tooMany;
  const account = await context.withSiteTransaction((tx) => findUserByEmail(tx, user.email));
  const isRight = await isPasswordOf(account, password).catch(async (error: unknown) => {
    // The attempt is not counted: hashing failed because the server is overloaded, so the password was never checked.
    await context.refundAttempt('password-account', userId);
    throw error;
  });
  if (!isRight)
    return refuse('wrong_password', { errors: { password: context.translate('accounts.refusal.wrong_password') } });
  await limits.reset(context.site.id, 'password-account', userId);
  return ok(true);
}

/**
 * Verifies the password of an account. If another request has deleted the account meanwhile, every password is
 * accepted, because the action that follows then changes nothing.
 */
const isPasswordOf = async (account: { passwordHash: string } | null, password: string): Promise<boolean> =>
  account === null || verifyPasswordAgainstHash(password, account.passwordHash);
