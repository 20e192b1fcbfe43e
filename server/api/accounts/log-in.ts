import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { emailKeyOf, findByEmail, noteLogIn } from './accounts-repository.ts';
import type { AccountsParts, Asking } from './asking.ts';
import { guessesAt, welcomeHere } from './log-in-limits.ts';
import { compareWithNobody, hashPassword, isOutdated, isPassword } from './password-hash.ts';
import { startSession } from './sessions.ts';

interface Credentials {
  identifier: string;
  password: string;
}

/**
 * Logs in: answers the token. A wrong password, an account that nobody has and one that is not open yet take the same
 * work and get the same answer.
 */
export async function logIn(
  asking: Asking,
  { limits }: Pick<AccountsParts, 'limits'>,
  { identifier, password }: Credentials,
): Promise<Outcome<{ token: string; idSite: number }, 'wrong_login' | 'too_many'>> {
  const { site, inSite } = asking;
  const account = emailKeyOf(identifier);
  const guesses = await guessesAt(account, asking, limits);
  const before = await guesses.spent();
  if (before) return before;

  const user = await inSite((tx) => findByEmail(tx, account));
  const isRight = user ? await isPassword(password, user.passwordHash) : await compareWithNobody(password);
  // Many guesses at once all find tries left; those that come to their end after the last of them learn nothing.
  const meanwhile = await guesses.spent();
  if (meanwhile) return meanwhile;

  const token = isRight && user?.activatedAt ? await enter(asking, user, password) : null;
  if (token === null) return (await guesses.count()) ?? refuse('wrong_login');
  await welcomeHere(account, asking, limits);
  return ok({ token, idSite: site.id });
}

/** null where the account has been deleted, or its password changed, since it was compared. */
async function enter(
  { inSite }: Asking,
  { id, passwordHash }: { id: number; passwordHash: string },
  password: string,
): Promise<string | null> {
  const newHash = isOutdated(passwordHash) ? await hashPassword(password) : null;
  return inSite(async (tx) => ((await noteLogIn(tx, id, passwordHash, newHash)) ? startSession(tx, id) : null));
}
