import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { emailKeyOf, findByEmail, noteLogIn } from './accounts-repository.ts';
import type { AccountsParts, Asking } from './asking.ts';
import { loginAttempts, recordSuccessfulLogin } from './log-in-limits.ts';
import { hashPassword, isOutdated, isPassword, verifyDummyPassword } from './password-hash.ts';
import { startSession } from './sessions.ts';

interface Credentials {
  identifier: string;
  password: string;
}

/**
 * Logs in. A wrong password, an unknown account and one that is not activated take the same work and get the same
 * answer.
 */
export async function logIn(
  asking: Asking,
  { limits }: Pick<AccountsParts, 'limits'>,
  { identifier, password }: Credentials,
): Promise<Outcome<{ token: string; idSite: number }, 'wrong_login' | 'too_many'>> {
  const account = emailKeyOf(identifier);
  const attempt = await (await loginAttempts(account, asking, limits)).begin();
  if ('refusal' in attempt) return attempt.refusal;
  try {
    const token = await createSession(asking, account, password);
    if (token === null) return refuse('wrong_login');
    await attempt.refund();
    await recordSuccessfulLogin(account, asking, limits);
    return ok({ token, idSite: asking.site.id });
  } catch (error) {
    // An overloaded or failing server says nothing about the password.
    await attempt.refund();
    throw error;
  }
}

/** @returns The token, or null if the credentials are wrong or the account is not activated. */
async function createSession(asking: Asking, account: string, password: string): Promise<string | null> {
  const user = await asking.inSite((tx) => findByEmail(tx, account));
  if (!user) return verifyDummyPassword(password);
  const isRight = await isPassword(password, user.passwordHash);
  return isRight && user.activatedAt ? startSessionOf(asking, user, password) : null;
}

/** @returns null if the account was deleted, or its password changed, since the password was verified. */
async function startSessionOf(
  { inSite }: Asking,
  { id, passwordHash }: { id: number; passwordHash: string },
  password: string,
): Promise<string | null> {
  const newHash = isOutdated(passwordHash) ? await hashPassword(password) : null;
  return inSite(async (tx) => ((await noteLogIn(tx, id, passwordHash, newHash)) ? startSession(tx, id) : null));
}
