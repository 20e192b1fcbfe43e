import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { createConcurrencyLimiter } from '#server/http/limiter.ts';
import { findPasswordWeakness } from '#shared/accounts/weak-password.ts';
import { type Outcome, ok, type RefusedOutcome, refuse } from '#shared/outcome.ts';
import type { AccountsCallContext, AccountsDependencies } from './accounts-call-context.ts';
import { findUserByEmail } from './accounts-repository.ts';
import type { AuthenticatedUser } from './sessions.ts';

/** The minimum cost that OWASP's Password Storage Cheat Sheet recommends for Argon2id. `memory` is in KiB. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const saltBytes = 16;
const tagBytes = 32;

/** Version 1.3 of Argon2, as PHC strings encode it. */
const version = 19;

const argon2Async = promisify(argon2);

/**
 * Maximum number of password hashes that wait for a thread. One hash takes some 30 ms of a core, so a full queue means
 * at most about a second of waiting; further calls are refused.
 */
const maxWaitingHashes = 32;
const limit = createConcurrencyLimiter({
  concurrency: Math.max(1, availableParallelism() - 1),
  maxQueue: maxWaitingHashes,
});

const toBase64 = (bytes: Buffer): string => bytes.toString('base64').replace(/={1,2}$/, '');

/**
 * Hashes a password into a PHC string. The password is first normalised to NFKC, because keyboards compose accents
 * differently.
 * @param options If `isQueued` is false, hashing starts at once and is never refused, as for the operator's password.
 * @throws QueueFullError (a 503) if too many hashes wait.
 */
export async function hashPassword(password: string, { isQueued = true } = {}): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = () => derive(password, salt, cost, tagBytes);
  const tag = await (isQueued ? limit(hash) : hash());
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=${version}$m=${memory},t=${passes},p=${parallelism}$${toBase64(salt)}$${toBase64(tag)}`;
}

type Cost = Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism'>;

const derive = (password: string, nonce: Buffer, { memory, passes, parallelism }: Cost, tagLength: number) =>
  argon2Async('argon2id', { message: password.normalize('NFKC'), nonce, memory, passes, parallelism, tagLength });

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

export async function verifyPasswordAgainstHash(password: string, stored: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = phc.exec(stored) ?? [];
  if (!memory) throw new Error('stored password hash is not an Argon2id PHC string');
  const expected = Buffer.from(tag, 'base64');
  const costs = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const actual = await limit(() => derive(password, Buffer.from(salt, 'base64'), costs, expected.length));
  return timingSafeEqual(actual, expected);
}

/**
 * Checks whether the configured cost has changed since the password was hashed, so that the next log-in must hash it
 * again.
 */
export function needsRehash(stored: string): boolean {
  const [, memory, passes, parallelism] = phc.exec(stored) ?? [];
  return !(
    Number(memory) === cost.memory &&
    Number(passes) === cost.passes &&
    Number(parallelism) === cost.parallelism
  );
}

let dummyHash: Promise<string> | undefined;

/**
 * Verifies a password against the hash of a random one, so that the response time of a log-in does not reveal whether
 * the account exists.
 */
export async function verifyDummyPassword(password: string): Promise<null> {
  dummyHash ??= hashPassword(toBase64(randomBytes(saltBytes))).catch((error: unknown) => {
    dummyHash = undefined;
    throw error;
  });
  await verifyPasswordAgainstHash(password, await dummyHash);
  return null;
}

/** @returns A refusal with an error for the request field `field`, or null if the password is accepted. */
export function refuseWeakPassword(
  { site, translate }: Pick<AccountsCallContext, 'site' | 'translate'>,
  field: 'password' | 'newPassword' | 'account.password',
  password: string,
  email: string,
): RefusedOutcome<'password_weak'> | null {
  const weakness = findPasswordWeakness(password, { email, estate: site.name });
  if (weakness === null) return null;
  const values = { reason: translate(`accounts.password-weakness.${weakness}`) };
  return refuse('password_weak', { values, errors: { [field]: translate('accounts.refusal.password_weak', values) } });
}

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
