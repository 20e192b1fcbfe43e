import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { createLimiter } from '#server/http/limiter.ts';

/** The minimum cost that OWASP's Password Storage Cheat Sheet recommends for Argon2id. Memory is in KiB. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const saltBytes = 16;
const tagBytes = 32;

/** Version 1.3 of the algorithm, as PHC strings write it. */
const version = 19;

const argon2Async = promisify(argon2);

/**
 * A hash takes some 30 ms of a core, and one core stays free for other requests. A full queue is a wait of about a
 * second; everything beyond it is refused.
 */
export const maxWaitingHashes = 32;
const limit = createLimiter({
  concurrency: Math.max(1, availableParallelism() - 1),
  maxQueue: maxWaitingHashes,
});

const toBase64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/**
 * Hashes a password into a PHC string. It is normalised to NFKC first, because keyboards compose accents differently.
 * @param options `canBeRefused` is false for the operator's own passwords, which must not be refused under load.
 * @throws QueueFullError (a 503) if too many hashes wait.
 */
export async function hashPassword(password: string, { isQueued: canBeRefused = true } = {}): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = () => derive(password, salt, cost, tagBytes);
  const tag = await (canBeRefused ? limit(hash) : hash());
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=${version}$m=${memory},t=${passes},p=${parallelism}$${toBase64(salt)}$${toBase64(tag)}`;
}

type Cost = Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism'>;

const derive = (password: string, nonce: Buffer, { memory, passes, parallelism }: Cost, tagLength: number) =>
  argon2Async('argon2id', { message: password.normalize('NFKC'), nonce, memory, passes, parallelism, tagLength });

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = phc.exec(stored) ?? [];
  if (!memory) throw new Error('stored password hash is not an Argon2id PHC string');
  const expected = Buffer.from(tag, 'base64');
  const costs = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const actual = await limit(() => derive(password, Buffer.from(salt, 'base64'), costs, expected.length));
  return timingSafeEqual(actual, expected);
}

/** True if the cost has changed since the password was hashed; it is then hashed again at the next log-in. */
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
 * Takes as long as verifying a real password, so that the duration of a log-in does not reveal whether there is an
 * account.
 */
export async function verifyDummyPassword(password: string): Promise<null> {
  dummyHash ??= hashPassword(toBase64(randomBytes(saltBytes))).catch((error: unknown) => {
    dummyHash = undefined;
    throw error;
  });
  await verifyPassword(password, await dummyHash);
  return null;
}
