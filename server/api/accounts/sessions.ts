import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, ne, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { cookieSeconds } from '#shared/limits.ts';
import { sessions, users } from './accounts-tables.ts';

/** A token as it travels, and the only form of it that is kept. */
export interface NewToken {
  token: string;
  hash: string;
}

/** 256 random bits: nothing to guess, so a quick hash is enough. */
export function createToken(): NewToken {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Logs somebody in: answers the token. */
export async function startSession(tx: SiteTx, userId: number): Promise<string> {
  const { token, hash } = createToken();
  await tx.insert(sessions).values({
    tokenHash: hash,
    userId,
    expiresAt: sql`now() + make_interval(secs => ${cookieSeconds.token})`,
  });
  return token;
}

/** Whoever is logged in with this token at the transaction's site; null for a token that is unknown, ended or too old. */
export async function readSessionUser(tx: SiteTx, token: string) {
  const [found] = await tx
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
    })
    .from(sessions)
    .innerJoin(users, and(eq(users.siteId, sessions.siteId), eq(users.id, sessions.userId)))
    .where(and(eq(sessions.tokenHash, hashToken(token)), gt(sessions.expiresAt, sql`now()`)));
  return found ?? null;
}

export type AuthenticatedUser = NonNullable<Awaited<ReturnType<typeof readSessionUser>>>;

export const endSession = (tx: SiteTx, token: string) =>
  tx.delete(sessions).where(eq(sessions.tokenHash, hashToken(token)));

/** Ends what somebody has open, everywhere, but for the session that asks for it. */
export const endUserSessions = (tx: SiteTx, userId: number, except = '') =>
  tx.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.tokenHash, except)));
