import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import type { AccountsContext, AccountsDependencies } from './accounts-context.ts';
import { findUserByEmail, recordLogin, toEmailKey, type UserRow } from './accounts-repository.ts';
import { createLoginAttemptLimiter, recordSuccessfulLogin } from './login-attempts.ts';
import { hashPassword, needsRehash, verifyDummyPassword, verifyPassword } from './password-hash.ts';
import type { PersonalRecordsAccess } from './personal-records.ts';
import { startSession } from './sessions.ts';

interface Credentials {
  identifier: string;
  password: string;
}

/**
 * Logs a user in. A wrong password, an unknown account and an account that is not activated cost the same work and get
 * the same response, so that accounts cannot be enumerated.
 */
export async function logIn(
  context: AccountsContext,
  { limits, records }: Pick<AccountsDependencies, 'limits' | 'records'>,
  { identifier, password }: Credentials,
): Promise<Outcome<{ token: string; idSite: number }, 'wrong_login' | 'too_many'>> {
  const account = toEmailKey(identifier);
  const attempt = await (await createLoginAttemptLimiter(account, context, limits)).begin();
  if ('refusal' in attempt) return attempt.refusal;
  try {
    const token = await verifyCredentials(context, records, account, password);
    if (token === null) return refuse('wrong_login');
    await attempt.refund();
    await recordSuccessfulLogin(account, context, limits);
    return ok({ token, idSite: context.site.id });
  } catch (error) {
    // The attempt is not counted: the server failed or was overloaded, so the password was never checked.
    await attempt.refund();
    throw error;
  }
}

/** Verifies the credentials. @returns The session token, or null if they are wrong or the account is not activated. */
async function verifyCredentials(
  context: AccountsContext,
  records: PersonalRecordsAccess,
  account: string,
  password: string,
): Promise<string | null> {
  const user = await context.withSiteTransaction((tx) => findUserByEmail(tx, account));
  if (!user) return verifyDummyPassword(password);
  const isRight = await verifyPassword(password, user.passwordHash);
  return isRight && user.activatedAt ? startSessionIfUnchanged(context, records, user, password) : null;
}

/**
 * Starts a session.
 * @returns Null if the account was deleted, or its password changed, since the password was verified.
 */
async function startSessionIfUnchanged(
  { withSiteTransaction }: AccountsContext,
  records: PersonalRecordsAccess,
  { id, emailKey, passwordHash }: Pick<UserRow, 'id' | 'emailKey' | 'passwordHash'>,
  password: string,
): Promise<string | null> {
  const newHash = needsRehash(passwordHash) ? await hashPassword(password) : null;
  return withSiteTransaction(async (tx) => {
    if (!(await recordLogin(tx, id, passwordHash, newHash))) return null;
    await records.adoptGuestOrders(tx, id, emailKey);
    return startSession(tx, id);
  });
}
