import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { handoverTtlSeconds } from '#shared/accounts/handover/handover-cookie.ts';
import { lockUserById, type UserRow } from './accounts-repository.ts';
import { type MailLinkPurpose, mailLinkTokens, sessions, users } from './accounts-tables.ts';
import { generateToken, hashToken } from './sessions.ts';

const lifetimeSeconds: Record<MailLinkPurpose, number> = {
  ACTIVATE: 86_400,
  RESET: 3_600,
  NEWSLETTER: 7 * 86_400,
  UNSUBSCRIBE: 7 * 86_400,
  HANDOVER: handoverTtlSeconds,
  LOGIN_CODE: 300,
  INVITATION: 7 * 86_400,
};

type LinkRow = typeof mailLinkTokens.$inferSelect;

interface NewLink {
  purpose: MailLinkPurpose;
  userId?: number;
  registration?: LinkRow['registration'];
  subscription?: LinkRow['subscription'];
  handover?: LinkRow['handover'];
  invitation?: LinkRow['invitation'];
}

/** Stores a link, and returns the secret token for its URL. */
export async function createMailLink(tx: SiteTx, link: NewLink): Promise<string> {
  const { token, hash } = generateToken();
  await tx.insert(mailLinkTokens).values({
    ...link,
    tokenHash: hash,
    expiresAt: sql`now() + make_interval(secs => ${lifetimeSeconds[link.purpose]})`,
  });
  return token;
}

const isValidLink = (purpose: MailLinkPurpose, token: string) =>
  and(
    eq(mailLinkTokens.tokenHash, hashToken(token)),
    eq(mailLinkTokens.purpose, purpose),
    gt(mailLinkTokens.expiresAt, sql`now()`),
  );

/**
 * Finds the account that a link belongs to, without consuming the link.
 * @returns Null if the link is unknown, used or expired.
 */
export async function readMailLinkOwner(tx: SiteTx, purpose: MailLinkPurpose, token: string) {
  const [row] = await tx
    .select({ id: users.id, email: users.email })
    .from(mailLinkTokens)
    .innerJoin(users, and(eq(users.siteId, mailLinkTokens.siteId), eq(users.id, mailLinkTokens.userId)))
    .where(isValidLink(purpose, token));
  return row ?? null;
}

/** Locks the account that a link belongs to, without consuming the link. */
export async function lockMailLinkOwner(tx: SiteTx, purpose: MailLinkPurpose, token: string): Promise<UserRow | null> {
  const owner = await readMailLinkOwner(tx, purpose, token);
  return owner && lockUserById(tx, owner.id);
}

/**
 * Consumes a link that belongs to an account. Of concurrent calls only one succeeds; all others get null. The account
 * is locked before the link, in the same order as everywhere else, so that transactions cannot deadlock.
 */
export async function consumeAccountMailLink(
  tx: SiteTx,
  purpose: MailLinkPurpose,
  token: string,
): Promise<{ user: UserRow; link: LinkRow } | null> {
  const user = await lockMailLinkOwner(tx, purpose, token);
  if (!user) return null;
  const link = await consumeMailLink(tx, purpose, token);
  return link ? { user, link } : null;
}

/** Consumes a link that needs no account, such as a newsletter subscription. */
export async function consumeMailLink(tx: SiteTx, purpose: MailLinkPurpose, token: string): Promise<LinkRow | null> {
  const [row] = await tx.delete(mailLinkTokens).where(isValidLink(purpose, token)).returning();
  return row ?? null;
}

export const revokeMailLinks = (tx: SiteTx, userId: number, purposes: MailLinkPurpose[]) =>
  tx.delete(mailLinkTokens).where(and(eq(mailLinkTokens.userId, userId), inArray(mailLinkTokens.purpose, purposes)));

/** Reads the newsletter subscriptions of an email address that wait for the link in their mail to be followed. */
export async function readPendingSubscriptions(tx: SiteTx, emailKey: string) {
  const rows = await tx
    .select({ subscription: mailLinkTokens.subscription, createdAt: mailLinkTokens.createdAt })
    .from(mailLinkTokens)
    .where(
      and(
        eq(mailLinkTokens.purpose, 'NEWSLETTER'),
        gt(mailLinkTokens.expiresAt, sql`now()`),
        sql`lower(${mailLinkTokens.subscription}->>'email') = ${emailKey}`,
      ),
    )
    .orderBy(mailLinkTokens.createdAt);
  return rows.flatMap(({ subscription, createdAt }) => (subscription ? [{ ...subscription, createdAt }] : []));
}

/** Revokes the unused links that would subscribe an email address to newsletters. */
export const revokeNewsletterSubscriptionLinks = (tx: SiteTx, emailKey: string) =>
  tx.delete(mailLinkTokens).where(sql`lower(${mailLinkTokens.subscription}->>'email') = ${emailKey}`);

export async function deleteExpiredSessionsAndLinks(tx: SiteTx, now: Date): Promise<void> {
  await tx.delete(sessions).where(lt(sessions.expiresAt, now));
  await tx.delete(mailLinkTokens).where(lt(mailLinkTokens.expiresAt, now));
}
