import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import type { AccountsCallContext, AccountsDependencies } from './accounts-call-context.ts';
import { findUserByEmail, recordLoginAndReadSecondFactor, toEmailKey, type UserRow } from './accounts-repository.ts';
import { createLoginLimiterOfAccount, resetLoginLimitsAndTrustNetwork } from './login-attempts.ts';
import { hashPassword, needsRehash, verifyDummyPassword, verifyPasswordAgainstHash } from './password-hash.ts';
import type { PersonalDataAccess } from './personal-data-access.ts';
import { startSession } from './sessions.ts';
import { createSingleUseToken } from './single-use-tokens.ts';

/**
 * `token` is the session token. `codeToken` is returned instead if the log-in still needs a one-time code as second
 * step.
 */
type LoginResult = { token: string } | { codeToken: string };

interface Credentials {
  identifier: string;
  password: string;
}

/**
 * Logs a user in. A wrong password, an unknown account and an account that is not activated cost the same work and get
 * the same response, so that accounts cannot be enumerated.
 */
export async function logIn(
  context: AccountsCallContext,
  { limits, records }: Pick<AccountsDependencies, 'limits' | 'records'>,
  { identifier, password }: Credentials,
): Promise<Outcome<LoginResult & { idSite: number }, 'wrong_login' | 'too_many'>> {
  const account = toEmailKey(identifier);
  const attempt = await (await createLoginLimiterOfAccount(account, context, limits)).begin();
  if ('refusal' in attempt) return attempt.refusal;
  try {
    const result = await verifyCredentials(context, records, account, password);
    if (result === null) return refuse('wrong_login');
    await attempt.refund();
    // With two-step log-in, the rate limits are reset only after a correct code.
    if ('token' in result) await resetLoginLimitsAndTrustNetwork(account, context, limits);
    return ok({ ...result, idSite: context.site.id });
  } catch (error) {
    // The attempt is not counted: the server failed or was overloaded, and the password was not found to be wrong.
    await attempt.refund();
    throw error;
  }
}

/** Verifies the credentials; returns null if they are wrong or the account is not activated. */
async function verifyCredentials(
  context: AccountsCallContext,
  records: PersonalDataAccess,
  account: string,
  password: string,
): Promise<LoginResult | null> {
  const user = await context.withSiteTransaction((tx) => findUserByEmail(tx, account));
  if (!user) return verifyDummyPassword(password);
  const isRight = await verifyPasswordAgainstHash(password, user.passwordHash);
  return isRight && user.activatedAt ? startSessionIfUnchanged(context, records, user, password) : null;
}

/**
 * Starts a session, or asks for the code of the second step.
 * @returns Null if the account was deleted, or its password changed, since the password was verified.
 */
async function startSessionIfUnchanged(
  { withSiteTransaction, device }: AccountsCallContext,
  records: PersonalDataAccess,
  { id, emailKey, passwordHash }: UserRow,
  password: string,
): Promise<LoginResult | null> {
  const newHash = needsRehash(passwordHash) ? await hashPassword(password) : null;
  return withSiteTransaction(async (tx) => {
    const current = await recordLoginAndReadSecondFactor(tx, id, passwordHash, newHash);
    if (!current) return null;
    // The two-step log-in may have been enabled while the password was being verified.
    if (current.secondFactor?.isEnabled)
      return { codeToken: await createSingleUseToken(tx, { purpose: 'LOGIN_CODE', userId: id }) };
    await records.moveGuestOrdersToAccount(tx, id, emailKey);
    return { token: await startSession(tx, id, device) };
  });
}
