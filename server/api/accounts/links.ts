import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { handoverTtlSeconds } from '#shared/accounts/handover/handover-cookie.ts';
import { lockUserById, type UserRow } from './accounts-repository.ts';
import { type EmailLinkPurpose, linkTokens, sessions, users } from './accounts-tables.ts';
import { generateToken, hashToken } from './sessions.ts';

const lifetimeSeconds: Record<EmailLinkPurpose, number> = {
  ACTIVATE: 86_400,
  RESET: 3_600,
  NEWSLETTER: 7 * 86_400,
  UNSUBSCRIBE: 7 * 86_400,
  HANDOVER: handoverTtlSeconds,
};

type LinkRow = typeof linkTokens.$inferSelect;

interface NewLink {
  purpose: EmailLinkPurpose;
  userId?: number;
  registration?: LinkRow['registration'];
  subscription?: LinkRow['subscription'];
  handover?: LinkRow['handover'];
}

/** @returns The token of the link. */
export async function createEmailLink(tx: SiteTx, link: NewLink): Promise<string> {
  const { token, hash } = generateToken();
  await tx.insert(linkTokens).values({
    ...link,
    tokenHash: hash,
    expiresAt: sql`now() + make_interval(secs => ${lifetimeSeconds[link.purpose]})`,
  });
  return token;
}

const isValidLink = (purpose: EmailLinkPurpose, token: string) =>
  and(
    eq(linkTokens.tokenHash, hashToken(token)),
    eq(linkTokens.purpose, purpose),
    gt(linkTokens.expiresAt, sql`now()`),
  );

/** Finds the account of a link without consuming it. @returns null if the link is unknown, used or expired. */
export async function readEmailLinkOwner(tx: SiteTx, purpose: EmailLinkPurpose, token: string) {
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
export async function consumeAccountEmailLink(
  tx: SiteTx,
  purpose: EmailLinkPurpose,
  token: string,
): Promise<{ user: UserRow; link: LinkRow } | null> {
  const owner = await readEmailLinkOwner(tx, purpose, token);
  const user = owner && (await lockUserById(tx, owner.id));
  if (!user) return null;
  const link = await consumeEmailLink(tx, purpose, token);
  return link ? { user, link } : null;
}

/** Consumes a link without locking an account. */
export async function consumeEmailLink(tx: SiteTx, purpose: EmailLinkPurpose, token: string): Promise<LinkRow | null> {
  const [row] = await tx.delete(linkTokens).where(isValidLink(purpose, token)).returning();
  return row ?? null;
}

export const revokeEmailLinks = (tx: SiteTx, userId: number, purposes: EmailLinkPurpose[]) =>
  tx.delete(linkTokens).where(and(eq(linkTokens.userId, userId), inArray(linkTokens.purpose, purposes)));

/** Revokes the links that would subscribe an email address to newsletters. */
export const revokeNewsletterSubscriptionLinks = (tx: SiteTx, emailKey: string) =>
  tx.delete(linkTokens).where(sql`lower(${linkTokens.subscription}->>'email') = ${emailKey}`);

export async function deleteExpiredSessionsAndLinks(tx: SiteTx, now: Date): Promise<void> {
  await tx.delete(sessions).where(lt(sessions.expiresAt, now));
  await tx.delete(linkTokens).where(lt(linkTokens.expiresAt, now));
}
