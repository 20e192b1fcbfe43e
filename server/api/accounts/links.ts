import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { lockById, type UserRow } from './accounts-repository.ts';
import { type LinkPurpose, linkTokens, sessions, users } from './accounts-tables.ts';
import { createToken, hashToken } from './sessions.ts';

const lifetimeSeconds: Record<LinkPurpose, number> = {
  ACTIVATE: 86_400,
  RESET: 3_600,
  NEWSLETTER: 7 * 86_400,
  UNSUBSCRIBE: 7 * 86_400,
};

type LinkRow = typeof linkTokens.$inferSelect;

interface NewLink {
  purpose: LinkPurpose;
  userId?: number;
  registration?: LinkRow['registration'];
  subscription?: LinkRow['subscription'];
}

/** @returns The token of the link. */
export async function createLink(tx: SiteTx, link: NewLink): Promise<string> {
  const { token, hash } = createToken();
  await tx.insert(linkTokens).values({
    ...link,
    tokenHash: hash,
    expiresAt: sql`now() + make_interval(secs => ${lifetimeSeconds[link.purpose]})`,
  });
  return token;
}

const isValidLink = (purpose: LinkPurpose, token: string) =>
  and(
    eq(linkTokens.tokenHash, hashToken(token)),
    eq(linkTokens.purpose, purpose),
    gt(linkTokens.expiresAt, sql`now()`),
  );

/** Finds the account of a link without consuming it. @returns null if the link is unknown, used or expired. */
export async function readLinkOwner(tx: SiteTx, purpose: LinkPurpose, token: string) {
  const [row] = await tx
    .select({ id: users.id, email: users.email })
    .from(linkTokens)
    .innerJoin(users, and(eq(users.siteId, linkTokens.siteId), eq(users.id, linkTokens.userId)))
    .where(isValidLink(purpose, token));
  return row ?? null;
}

/**
 * Consumes a link of an account; of concurrent calls, one succeeds and the others get null. The account is locked before
 * its link, as everywhere, so that concurrent transactions cannot deadlock.
 */
export async function consumeAccountLink(
  tx: SiteTx,
  purpose: LinkPurpose,
  token: string,
): Promise<{ user: UserRow; link: LinkRow } | null> {
  const owner = await readLinkOwner(tx, purpose, token);
  const user = owner && (await lockById(tx, owner.id));
  if (!user) return null;
  const link = await consumeLink(tx, purpose, token);
  return link ? { user, link } : null;
}

/** Consumes a link without locking an account. */
export async function consumeLink(tx: SiteTx, purpose: LinkPurpose, token: string): Promise<LinkRow | null> {
  const [row] = await tx.delete(linkTokens).where(isValidLink(purpose, token)).returning();
  return row ?? null;
}

export const revokeLinks = (tx: SiteTx, userId: number, purposes: LinkPurpose[]) =>
  tx.delete(linkTokens).where(and(eq(linkTokens.userId, userId), inArray(linkTokens.purpose, purposes)));

/** Revokes the links that would subscribe an email address to newsletters. */
export const revokeSubscriptionLinks = (tx: SiteTx, emailKey: string) =>
  tx.delete(linkTokens).where(sql`lower(${linkTokens.subscription}->>'email') = ${emailKey}`);

export async function deleteExpiredSessionsAndLinks(tx: SiteTx, now: Date): Promise<void> {
  await tx.delete(sessions).where(lt(sessions.expiresAt, now));
  await tx.delete(linkTokens).where(lt(linkTokens.expiresAt, now));
}
