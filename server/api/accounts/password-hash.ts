import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { createLimiter } from '#server/http/limiter.ts';

/** What one hash costs: the least that OWASP's Password Storage Cheat Sheet asks of Argon2id. Memory in KiB. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const saltBytes = 16;
const tagBytes = 32;

/** Version 1.3 of the algorithm, as PHC strings write it. */
const version = 19;

const derive = promisify(argon2);

/** A core stays free for everything else, however many log in at once; each that waits does so for some 30 ms. */
const limit = createLimiter({ concurrency: Math.max(1, availableParallelism() - 1), maxQueue: 300 });

const toBase64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/**
 * The hash of a password as a PHC string. Texts that look the same are the same password, however a keyboard composes
 * its accents.
 * @throws QueueFullError (a 503) where too many wait for theirs.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const tag = await hashWith(password, salt, cost, tagBytes);
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=${version}$m=${memory},t=${passes},p=${parallelism}$${toBase64(salt)}$${toBase64(tag)}`;
}

type Cost = Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism'>;

const hashWith = (password: string, nonce: Buffer, { memory, passes, parallelism }: Cost, tagLength: number) =>
  limit(() =>
    derive('argon2id', { message: password.normalize('NFKC'), nonce, memory, passes, parallelism, tagLength }),
  );

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Whether a password is the one that was hashed. */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = phc.exec(stored) ?? [];
  if (!memory) throw new Error('a stored password hash is not of the form that is written here');
  const wanted = Buffer.from(tag, 'base64');
  const costs = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const given = await hashWith(password, Buffer.from(salt, 'base64'), costs, wanted.length);
  return timingSafeEqual(given, wanted);
}

/** Whether a hash was made at another cost than today's: it is made again when its password is next seen. */
export function isOutdated(stored: string): boolean {
  const [, memory, passes, parallelism] = phc.exec(stored) ?? [];
  return !(
    Number(memory) === cost.memory &&
    Number(passes) === cost.passes &&
    Number(parallelism) === cost.parallelism
  );
}

let noPassword: Promise<string> | undefined;

/** Takes as long as comparing a password with somebody's, and says no: so that nobody can tell that there is nobody. */
export async function compareWithNobody(password: string): Promise<false> {
  noPassword ??= hashPassword(toBase64(randomBytes(saltBytes)));
  await isPassword(password, await noPassword);
  return false;
}
