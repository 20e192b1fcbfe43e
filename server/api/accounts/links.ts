import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { lockById, type UserRow } from './accounts-repository.ts';
import { type LinkPurpose, linkTokens, sessions, users } from './accounts-tables.ts';
import { createToken, hashToken } from './sessions.ts';

/** How long the links of mails may be followed, in seconds. */
const lifetimeSeconds: Record<LinkPurpose, number> = { ACTIVATE: 86_400, RESET: 3_600, NEWSLETTER: 7 * 86_400 };

type LinkRow = typeof linkTokens.$inferSelect;

interface NewLink {
  purpose: LinkPurpose;
  userId?: number;
  registration?: LinkRow['registration'];
  subscription?: LinkRow['subscription'];
}

/** Makes what a link carries: answers the token. */
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

/** Whose link it is, without using it up; null for one that is unknown, used or too old. */
export async function readLinkOwner(tx: SiteTx, purpose: LinkPurpose, token: string) {
  const [row] = await tx
    .select({ id: users.id, email: users.email })
    .from(linkTokens)
    .innerJoin(users, and(eq(users.siteId, linkTokens.siteId), eq(users.id, linkTokens.userId)))
    .where(isValidLink(purpose, token));
  return row ?? null;
}

/**
 * Uses up a link of an account, once: whoever comes at the same time gets null. The account is locked before its link, as
 * everybody does who changes both.
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

/** Uses up a link that belongs to no account. */
export async function consumeLink(tx: SiteTx, purpose: LinkPurpose, token: string): Promise<LinkRow | null> {
  const [row] = await tx.delete(linkTokens).where(isValidLink(purpose, token)).returning();
  return row ?? null;
}

export const revokeLinks = (tx: SiteTx, userId: number, purposes: LinkPurpose[]) =>
  tx.delete(linkTokens).where(and(eq(linkTokens.userId, userId), inArray(linkTokens.purpose, purposes)));

/** Kills the links that would subscribe an address. */
export const revokeSubscriptionLinks = (tx: SiteTx, emailKey: string) =>
  tx.delete(linkTokens).where(sql`lower(${linkTokens.subscription}->>'email') = ${emailKey}`);

/** Sessions and links that nobody can use any more. */
export async function deleteExpiredSessionsAndLinks(tx: SiteTx, now: Date): Promise<void> {
  await tx.delete(sessions).where(lt(sessions.expiresAt, now));
  await tx.delete(linkTokens).where(lt(linkTokens.expiresAt, now));
}
