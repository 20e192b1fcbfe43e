import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { handoverTtlSeconds } from '#shared/accounts/handover/handover-cookie.ts';
import { lockUserRowById, type UserRow } from './accounts-repository.ts';
import { type SingleUseTokenPurpose, singleUseTokens, users } from './accounts-tables.ts';
import { generateTokenWithHash, hashToken } from './sessions.ts';

const lifetimeSeconds: Record<SingleUseTokenPurpose, number> = {
  ACTIVATE: 86_400,
  RESET: 3_600,
  NEWSLETTER: 7 * 86_400,
  UNSUBSCRIBE: 7 * 86_400,
  HANDOVER: handoverTtlSeconds,
  LOGIN_CODE: 300,
  INVITATION: 7 * 86_400,
};

type SingleUseTokenRow = typeof singleUseTokens.$inferSelect;

interface NewSingleUseToken {
  purpose: SingleUseTokenPurpose;
  userId?: number;
  registration?: SingleUseTokenRow['registration'];
  subscription?: SingleUseTokenRow['subscription'];
  handover?: SingleUseTokenRow['handover'];
  invitation?: SingleUseTokenRow['invitation'];
}

export async function createSingleUseToken(tx: SiteTx, input: NewSingleUseToken): Promise<string> {
  const { token, hash } = generateTokenWithHash();
  await tx.insert(singleUseTokens).values({
    ...input,
    tokenHash: hash,
    expiresAt: sql`now() + make_interval(secs => ${lifetimeSeconds[input.purpose]})`,
  });
  return token;
}

const isValidTokenSql = (purpose: SingleUseTokenPurpose, token: string) =>
  and(
    eq(singleUseTokens.tokenHash, hashToken(token)),
    eq(singleUseTokens.purpose, purpose),
    gt(singleUseTokens.expiresAt, sql`now()`),
  );

/**
 * Finds the account that a token belongs to, without consuming the token.
 * @returns Null if the token is unknown, used or expired, or belongs to no account.
 */
export async function readSingleUseTokenOwner(tx: SiteTx, purpose: SingleUseTokenPurpose, token: string) {
  const [row] = await tx
    .select({ id: users.id, email: users.email })
    .from(singleUseTokens)
    .innerJoin(users, and(eq(users.siteId, singleUseTokens.siteId), eq(users.id, singleUseTokens.userId)))
    .where(isValidTokenSql(purpose, token));
  return row ?? null;
}

/** Locks the account that a token belongs to, without consuming the token. */
export async function lockTokenOwner(
  tx: SiteTx,
  purpose: SingleUseTokenPurpose,
  token: string,
): Promise<UserRow | null> {
  const owner = await readSingleUseTokenOwner(tx, purpose, token);
  return owner && lockUserRowById(tx, owner.id);
}

/**
 * Consumes a token that belongs to an account. Of concurrent calls only one succeeds; all others get null. The account
 * is locked before the token, in the same order as everywhere else, so that transactions cannot deadlock.
 */
export async function consumeAccountToken(
  tx: SiteTx,
  purpose: SingleUseTokenPurpose,
  token: string,
): Promise<{ user: UserRow; link: SingleUseTokenRow } | null> {
  const user = await lockTokenOwner(tx, purpose, token);
  if (!user) return null;
  const link = await consumeSingleUseToken(tx, purpose, token);
  return link ? { user, link } : null;
}

/**
 * Consumes a token. If it belongs to an account, the account must be locked first, as `consumeAccountToken`
 * does.
 * @returns Null if the token is invalid or has expired.
 */
export async function consumeSingleUseToken(
  tx: SiteTx,
  purpose: SingleUseTokenPurpose,
  token: string,
): Promise<SingleUseTokenRow | null> {
  const [row] = await tx.delete(singleUseTokens).where(isValidTokenSql(purpose, token)).returning();
  return row ?? null;
}

export const revokeSingleUseTokens = (tx: SiteTx, userId: number, purposes: SingleUseTokenPurpose[]) =>
  tx.delete(singleUseTokens).where(and(eq(singleUseTokens.userId, userId), inArray(singleUseTokens.purpose, purposes)));

/** Reads the newsletter subscriptions of an email address that wait for the link in their mail to be followed. */
export async function readPendingSubscriptions(tx: SiteTx, emailKey: string) {
  const rows = await tx
    .select({ subscription: singleUseTokens.subscription, createdAt: singleUseTokens.createdAt })
    .from(singleUseTokens)
    .where(
      and(
        eq(singleUseTokens.purpose, 'NEWSLETTER'),
        gt(singleUseTokens.expiresAt, sql`now()`),
        sql`lower(${singleUseTokens.subscription}->>'email') = ${emailKey}`,
      ),
    )
    .orderBy(singleUseTokens.createdAt);
  return rows.flatMap(({ subscription, createdAt }) => (subscription ? [{ ...subscription, createdAt }] : []));
}

/**
 * Deletes the single-use newsletter links of an email address: those that confirm subscriptions, and those requested to
 * end them. The links in newsletters belong to the subscriptions and stay.
 */
export const revokeNewsletterTokens = (tx: SiteTx, emailKey: string) =>
  tx.delete(singleUseTokens).where(sql`lower(${singleUseTokens.subscription}->>'email') = ${emailKey}`);
