import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import type { EmptyResponseData } from '#shared/response-envelope.ts';
import type { AccountsCallContext, AccountsDependencies } from './accounts-call-context.ts';
import { queuePasswordChangedMail, queuePasswordResetMail } from './accounts-mails.ts';
import { findUserByEmail, lockUserRowByEmail, toEmailKey } from './accounts-repository.ts';
import { users } from './accounts-tables.ts';
import { trustNetwork } from './login-attempts.ts';
import { hashPassword, refuseWeakPassword, verifyPasswordAgainstHash } from './passwords.ts';
import { type AuthenticatedUser, endUserSessions } from './sessions.ts';
import {
  consumeAccountToken,
  createSingleUseToken,
  readSingleUseTokenOwner,
  revokeSingleUseTokens,
} from './single-use-tokens.ts';

/** Sets the password of an account whose email address is verified, and thereby activates a pending account. */
const activateWithPassword = (tx: SiteTx, id: number, passwordHash: string) =>
  tx
    .update(users)
    .set({ passwordHash, activatedAt: sql`coalesce(${users.activatedAt}, now())` })
    .where(eq(users.id, id));

/** @returns False if the stored hash has changed since `knownHash` was read. */
async function replacePasswordHash(tx: SiteTx, id: number, knownHash: string, newHash: string): Promise<boolean> {
  const replaced = await tx
    .update(users)
    .set({ passwordHash: newHash })
    .where(and(eq(users.id, id), eq(users.passwordHash, knownHash)))
    .returning({ id: users.id });
  return replaced.length > 0;
}

/**
 * Minimum duration of a request for a reset link in milliseconds, so that the response time does not reveal whether the
 * email address has an account.
 */
const minResetRequestMs = 150;

/** Mails a link that sets a new password, if the address has an activated account. Earlier reset links are revoked. */
export async function requestPasswordReset(
  context: AccountsCallContext,
  identifier: string,
): Promise<Outcome<EmptyResponseData, 'too_many'>> {
  const tooMany =
    (await context.countAttempt('reset-client', context.ipAddress)) ??
    (await context.countAttempt('reset-network', context.ipAddress)) ??
    (await context.countAttempt('reset-account', toEmailKey(identifier)));
  if (tooMany) return tooMany;
  const work = context.withSiteTransaction(async (tx) => {
    const user = await lockUserRowByEmail(tx, identifier);
    // A stranger may have registered a pending account with another person's email address, so no reset mail is sent
    // for it.
    if (!user?.activatedAt) return;
    await revokeSingleUseTokens(tx, user.id, ['RESET']);
    const token = await createSingleUseToken(tx, { purpose: 'RESET', userId: user.id });
    await queuePasswordResetMail(tx, context, user, token);
  });
  await Promise.all([work, sleep(minResetRequestMs)]);
  return ok({});
}

const countLinkAttempt = async ({ countAttempt, ipAddress }: AccountsCallContext) =>
  (await countAttempt('link-client', ipAddress)) ?? (await countAttempt('link-network', ipAddress));

/** Checks for the reset page whether its link is still valid, without consuming the link. */
export async function checkResetLink(
  context: AccountsCallContext,
  token: string,
): Promise<Outcome<EmptyResponseData, 'link_expired' | 'too_many'>> {
  const tooMany = await countLinkAttempt(context);
  if (tooMany) return tooMany;
  const owner = await context.withSiteTransaction((tx) => readSingleUseTokenOwner(tx, 'RESET', token));
  return owner ? ok({}) : refuse('link_expired');
}

/**
 * Sets a new password with the token of a reset link. The link proves that the email address is the customer's, so a
 * pending account is activated as well.
 */
export async function resetPassword(
  context: AccountsCallContext,
  { limits }: Pick<AccountsDependencies, 'limits'>,
  { token, password }: { token: string; password: string },
): Promise<Outcome<EmptyResponseData, 'link_expired' | 'password_weak' | 'too_many'>> {
  const { withSiteTransaction } = context;
  const tooMany = await countLinkAttempt(context);
  if (tooMany) return tooMany;
  const owner = await withSiteTransaction((tx) => readSingleUseTokenOwner(tx, 'RESET', token));
  if (!owner) return refuse('link_expired');
  const weak = refuseWeakPassword(context, 'password', password, owner.email);
  if (weak) return weak;

  const passwordHash = await hashPassword(password);
  const user = await withSiteTransaction(async (tx) => {
    const followed = await consumeAccountToken(tx, 'RESET', token);
    if (!followed) return null;
    await activateWithPassword(tx, followed.user.id, passwordHash);
    await endUserSessions(tx, followed.user.id);
    await revokeSingleUseTokens(tx, followed.user.id, ['RESET', 'ACTIVATE', 'LOGIN_CODE']);
    await queuePasswordChangedMail(tx, context, followed.user, new Date());
    return followed.user;
  });
  if (!user) return refuse('link_expired');
  await trustNetwork(user.emailKey, context, limits);
  return ok({});
}

/** Changes the password of the current user, and ends the user's other sessions, reset links and pending log-ins. */
export async function changePassword(
  context: AccountsCallContext,
  { limits }: Pick<AccountsDependencies, 'limits'>,
  user: AuthenticatedUser,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<Outcome<EmptyResponseData, 'wrong_password' | 'password_weak' | 'too_many'>> {
  const { site, translate, withSiteTransaction } = context;
  const userId = String(user.id);
  const wrongPassword = refuse('wrong_password', {
    errors: { currentPassword: translate('accounts.refusal.wrong_password') },
  });
  const weak = refuseWeakPassword(context, 'newPassword', newPassword, user.email);
  if (weak) return weak;
  // The attempt is counted before the password is hashed, so that simultaneous guesses cannot exceed the limit.
  const tooMany =
    (await context.checkAttemptsLeft('password-account', userId)) ??
    (await context.countAttempt('password-account', userId));
  if (tooMany) return tooMany;

  const account = await withSiteTransaction((tx) => findUserByEmail(tx, user.email));
  const newHash = await hashIfCurrentIsCorrect(currentPassword, account?.passwordHash, newPassword).catch(
    async (error: unknown) => {
      // The attempt is not counted: hashing failed because the server is overloaded, not because the password is wrong.
      await context.refundAttempt('password-account', userId);
      throw error;
    },
  );
  if (account === null || newHash === null) return wrongPassword;
  const isChanged = await withSiteTransaction(async (tx) => {
    if (!(await replacePasswordHash(tx, user.id, account.passwordHash, newHash))) return false;
    await endUserSessions(tx, user.id, user.tokenHash);
    await revokeSingleUseTokens(tx, user.id, ['RESET', 'LOGIN_CODE']);
    await queuePasswordChangedMail(tx, context, user, new Date());
    return true;
  });
  if (!isChanged) return wrongPassword;
  await limits.reset(site.id, 'password-account', userId);
  return ok({});
}

/** Verifies the current password, and returns the hash of the new one; null if the current password is wrong. */
async function hashIfCurrentIsCorrect(
  current: string,
  storedHash: string | undefined,
  newPassword: string,
): Promise<string | null> {
  const isRight = storedHash !== undefined && (await verifyPasswordAgainstHash(current, storedHash));
  return isRight ? hashPassword(newPassword) : null;
}
