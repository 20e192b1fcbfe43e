import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { preparedRead } from '#server/api/database/prepared-read.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { ttlSecondsByCookie } from '#shared/limits.ts';
import { sessions, users } from './accounts-tables.ts';

/** A newly generated secret. The token is sent to the client; only its hash is stored. */
interface GeneratedToken {
  token: string;
  hash: string;
}

/** Generates a token of 256 random bits. So many bits cannot be guessed, so a fast hash suffices for storing it. */
export function generateTokenWithHash(): GeneratedToken {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

export async function startSession(tx: SiteTx, userId: number, device = ''): Promise<string> {
  const { token, hash } = generateTokenWithHash();
  await tx.insert(sessions).values({
    tokenHash: hash,
    userId,
    device,
    expiresAt: sql`now() + make_interval(secs => ${ttlSecondsByCookie.token})`,
  });
  return token;
}

const selectSessions = (db: Pick<NodePgDatabase, 'select'>) =>
  db
    .select({
      id: users.id,
      email: users.email,
      role: users.role,
      firstname: users.firstname,
      lastname: users.lastname,
      phone: users.phone,
      birthdate: users.birthdate,
      lang: users.lang,
      tokenHash: sessions.tokenHash,
      isUseRecorded: sql<boolean>`${sessions.lastUsedAt} > now() - interval '5 minutes'`,
    })
    .from(sessions)
    .innerJoin(users, and(eq(users.siteId, sessions.siteId), eq(users.id, sessions.userId)))
    .where(and(eq(sessions.tokenHash, sql.placeholder('hash')), gt(sessions.expiresAt, sql`now()`)));

const sessionsWithUsers = preparedRead<Awaited<ReturnType<typeof selectSessions>>, { hash: string }>(selectSessions);

/**
 * Reads the user of a session, or null if the token is unknown or expired. This does not prolong the session. The time of
 * the last call is recorded at most every five minutes (`isUseRecorded`), so that most calls need no write.
 */
export async function readSession(tx: SiteTx, token: string) {
  const [row] = await sessionsWithUsers(tx, { hash: hashToken(token) });
  if (!row) return null;
  const { isUseRecorded, ...user } = row;
  return { user, isUseRecorded };
}

export const recordSessionUse = (tx: SiteTx, tokenHash: string) =>
  tx.update(sessions).set({ lastUsedAt: sql`now()` }).where(eq(sessions.tokenHash, tokenHash));

/** Reads the user of a session like `readSession`, and records its use. */
export async function authenticateSession(tx: SiteTx, token: string) {
  const session = await readSession(tx, token);
  if (session && !session.isUseRecorded) await recordSessionUse(tx, session.user.tokenHash);
  return session?.user ?? null;
}

export type AuthenticatedUser = NonNullable<Awaited<ReturnType<typeof authenticateSession>>>;

export const endSession = (tx: SiteTx, token: string) =>
  tx.delete(sessions).where(eq(sessions.tokenHash, hashToken(token)));

/** Ends all sessions of a user except the one whose token hash is `exceptHash`. */
export const endUserSessions = (tx: SiteTx, userId: number, exceptHash = '') =>
  tx.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.tokenHash, exceptHash)));

/** Reads the open sessions of a user, the last used one first, at most `maxListedSessions`. */
export const readUserSessions = (tx: SiteTx, userId: number) =>
  tx
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    .limit(maxListedSessions);

const maxListedSessions = 100;

/** Ends one session of a user; returns false if the user has no such session. */
export async function endUserSessionById(tx: SiteTx, userId: number, id: number): Promise<boolean> {
  const ended = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
    .returning({ id: sessions.id });
  return ended.length > 0;
}
