import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createContractRouter } from '#server/api/contract/contract-route.ts';
import { sendFailure } from '#server/api/contract/send-failure.ts';
import { translate } from '#server/api/contract/server-texts.ts';
import type { Db } from '#server/api/database/connect.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import type { RateLimiter } from '#server/api/limits/rate-limiter.ts';
import { getCaller, getRequestSite } from '#server/api/tenancy/current-site.ts';
import { MailLinkToken } from '#shared/accounts/account-fields.ts';
import type { HandoverCart, RedeemHandoverResult } from '#shared/accounts/handover/handover-contract.ts';
import { sessionsContract } from '#shared/accounts/sessions-contract.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import {
  type AccountsCallContext,
  type AccountsDependencies,
  createAccountsCallContext,
  type TooManyAttemptsOutcome,
} from './accounts-call-context.ts';
import { queueCodeLimitMail } from './accounts-mails.ts';
import { findUserByEmail, lockUserRowById, saveSecondFactor, toEmailKey, type UserRow } from './accounts-repository.ts';
import { sessions, users } from './accounts-tables.ts';
import { createLoginLimiterOfAccount, trustNetwork } from './login-attempts.ts';
import { hashPassword, needsRehash, verifyDummyPassword, verifyPasswordAgainstHash } from './passwords.ts';
import type { PersonalDataAccess } from './personal-data-access.ts';
import {
  applySecondFactorCode,
  createWrongCodeRefusal,
  disableSecondFactor,
  enableSecondFactor,
  readSecondFactorState,
  startSecondFactorSetup,
} from './second-factor.ts';
import {
  authenticateSession,
  endSession,
  endUserSessionById,
  endUserSessions,
  generateTokenWithHash,
  readUserSessions,
  startSession,
} from './sessions.ts';
import {
  consumeAccountToken,
  consumeSingleUseToken,
  createSingleUseToken,
  lockTokenOwner,
  readSingleUseTokenOwner,
} from './single-use-tokens.ts';

/**
 * Records the time of a log-in, and locks the account until the transaction ends.
 * @param knownHash The password hash that was verified during this log-in.
 * @param newHash A new hash of the same password if the configured hashing cost has changed; null keeps the stored one.
 * @returns The current second factor of the account; null if the account was deleted, or its password changed, since
 * `knownHash` was read.
 */
async function recordLogin(tx: SiteTx, id: number, knownHash: string, newHash: string | null) {
  const [row] = await tx
    .update(users)
    .set({ lastActiveAt: sql`now()`, ...(newHash && { passwordHash: newHash }) })
    .where(and(eq(users.id, id), eq(users.passwordHash, knownHash), isNotNull(users.activatedAt)))
    .returning({ secondFactor: users.secondFactor });
  return row ?? null;
}

/**
 * Stores cart and session under a new token, with which another host of the same site fetches them. The token can be
 * used once, within one minute.
 */
async function createHandover(
  context: AccountsCallContext,
  cart: HandoverCart,
): Promise<Outcome<{ token: string }, 'too_many'>> {
  const tooMany =
    (await context.countAttempt('handover-client', context.ipAddress)) ??
    (await context.countAttempt('handover-network', context.ipAddress));
  if (tooMany) return tooMany;
  return context.withSiteTransaction(async (tx) => {
    const user = context.token === null ? null : await authenticateSession(tx, context.token);
    const handover = { cart, sessionHash: user?.tokenHash ?? null };
    return ok({
      token: await createSingleUseToken(tx, { purpose: 'HANDOVER', ...(user && { userId: user.id }), handover }),
    });
  });
}

/** Redeems a handover token, and moves the session. Returns null for a token that is unknown, used or expired. */
async function redeemHandover(tx: SiteTx, token: string): Promise<RedeemHandoverResult | null> {
  const followed = await consumeAccountToken(tx, 'HANDOVER', token);
  const link = followed ? followed.link : await consumeSingleUseToken(tx, 'HANDOVER', token);
  if (!link?.handover) return null;
  const { cart, sessionHash } = link.handover;
  return { cart, token: sessionHash === null ? null : await moveSession(tx, sessionHash) };
}

/**
 * Replaces the token of a session. The old token becomes invalid, so that the session exists on one host only and one
 * log-out ends it.
 * @returns Null if the session has ended meanwhile.
 */
async function moveSession(tx: SiteTx, sessionHash: string): Promise<string | null> {
  const { token, hash } = generateTokenWithHash();
  const moved = await tx
    .update(sessions)
    .set({ tokenHash: hash })
    .where(eq(sessions.tokenHash, sessionHash))
    .returning({ tokenHash: sessions.tokenHash });
  return moved.length > 0 ? token : null;
}

async function countCodeAttempt(
  { countAttempt }: Pick<AccountsCallContext, 'countAttempt'>,
  userId: number,
): Promise<TooManyAttemptsOutcome | null> {
  const account = String(userId);
  return (await countAttempt('login-code-account', account)) ?? (await countAttempt('login-code-day', account));
}

/**
 * Resets the 15-minute limit after a correct code. From the daily limit only the correct attempt is removed, because
 * log-ins of the owner must not give an attacker further attempts.
 */
async function resetCodeLimitAfterSuccess(
  { site }: Pick<AccountsCallContext, 'site'>,
  limits: RateLimiter,
  userId: number,
): Promise<void> {
  await limits.reset(site.id, 'login-code-account', String(userId));
  await limits.refund(site.id, 'login-code-day', String(userId));
}

/** Notifies the owner of an account by mail, at most once a day, that no attempts are left for the day. */
async function notifyOfCodeLimit(context: AccountsCallContext, limits: RateLimiter, userId: number): Promise<void> {
  const { site, withSiteTransaction } = context;
  const account = String(userId);
  if (await limits.hasLeft(site.id, 'login-code-day', account)) return;
  if (!(await limits.consume(site.id, 'login-code-notice', account))) return;
  await withSiteTransaction(async (tx) => {
    const user = await lockUserRowById(tx, userId);
    // The caller may be an attacker, so the mail is in the language of the account.
    if (user) await queueCodeLimitMail(tx, { ...context, lang: user.lang }, user);
  });
}

/**
 * Completes a log-in by a one-time code. The attempts are counted for the client's address and also for the account,
 * because a code has only six digits. A wrong code leaves the log-in open until it expires.
 */
async function logInWithCode(
  context: AccountsCallContext,
  { limits, records }: Pick<AccountsDependencies, 'limits' | 'records'>,
  { codeToken, code }: { codeToken: string; code: string },
): Promise<Outcome<{ token: string; idSite: number }, 'login_expired' | 'wrong_code' | 'too_many'>> {
  const { site, withSiteTransaction, countAttempt, ipAddress } = context;
  const tooManyTokens = await countAttempt('link-client', ipAddress);
  if (tooManyTokens) return tooManyTokens;
  const owner = await withSiteTransaction((tx) => readSingleUseTokenOwner(tx, 'LOGIN_CODE', codeToken));
  if (!owner) return refuse('login_expired');
  const tooMany = await countCodeAttempt(context, owner.id);
  if (tooMany) return tooMany;
  const outcome = await withSiteTransaction(async (tx) => {
    const user = await lockTokenOwner(tx, 'LOGIN_CODE', codeToken);
    if (!user?.secondFactor?.isEnabled) return refuse('login_expired');
    const accepted = applySecondFactorCode(user.secondFactor, code, new Date());
    if (!accepted) return createWrongCodeRefusal(context);
    if (!(await consumeSingleUseToken(tx, 'LOGIN_CODE', codeToken))) return refuse('login_expired');
    await saveSecondFactor(tx, user.id, accepted);
    await records.moveGuestOrdersToAccount(tx, user.id, user.emailKey);
    return ok({ token: await startSession(tx, user.id, context.device), emailKey: user.emailKey });
  });
  if (!outcome.ok) {
    if (outcome.refusal === 'wrong_code') await notifyOfCodeLimit(context, limits, owner.id);
    return outcome;
  }
  await resetCodeLimitAfterSuccess(context, limits, owner.id);
  await trustNetwork(outcome.value.emailKey, context, limits);
  return ok({ token: outcome.value.token, idSite: site.id });
}

const Body = z.object({ token: MailLinkToken });

/**
 * Registers `POST /internal/handover`, which redeems a handover token for the storefront. The storefront puts the new
 * session token into a cookie that scripts cannot read. Callers without the API secret get a 404.
 */
function redeemHandoverRoute(app: FastifyInstance, db: Db): void {
  app.post('/internal/handover', async (request, reply) => {
    const { isTrusted, lang } = getCaller(request);
    const body = Body.safeParse(request.body);
    const redeemed =
      isTrusted && body.success
        ? await withSiteTransaction(db, getRequestSite(request).id, (tx) => redeemHandover(tx, body.data.token))
        : null;
    if (redeemed === null) return sendFailure(reply, 404, translate(lang, 'not_found'));
    return { success: true, data: redeemed, message: '' };
  });
}

/**
 * `token` is the session token. `codeToken` is returned instead if the log-in still needs a one-time code as second
 * step.
 */
type LoginResult = { token: string } | { codeToken: string };

interface Credentials {
  identifier: string;
  password: string;
}

/**
 * Logs a user in. A wrong password, an unknown account and an account that is not activated cost the same work and get
 * the same response, so that accounts cannot be enumerated.
 */
async function logIn(
  context: AccountsCallContext,
  { limits, records }: Pick<AccountsDependencies, 'limits' | 'records'>,
  { identifier, password }: Credentials,
): Promise<Outcome<LoginResult & { idSite: number }, 'wrong_login' | 'too_many'>> {
  const account = toEmailKey(identifier);
  const attempt = await (await createLoginLimiterOfAccount(account, context, limits)).begin();
  if ('refusal' in attempt) return attempt.refusal;
  try {
    const result = await verifyCredentials(context, records, account, password);
    if (result === null) return refuse('wrong_login');
    await attempt.refund();
    // With two-step log-in, the rate limits are reset only after a correct code.
    if ('token' in result) await trustNetwork(account, context, limits);
    return ok({ ...result, idSite: context.site.id });
  } catch (error) {
    // The attempt is not counted: the server failed or was overloaded, and the password was not found to be wrong.
    await attempt.refund();
    throw error;
  }
}

/** Verifies the credentials; returns null if they are wrong or the account is not activated. */
async function verifyCredentials(
  context: AccountsCallContext,
  records: PersonalDataAccess,
  account: string,
  password: string,
): Promise<LoginResult | null> {
  const user = await context.withSiteTransaction((tx) => findUserByEmail(tx, account));
  if (!user) return verifyDummyPassword(password);
  const isRight = await verifyPasswordAgainstHash(password, user.passwordHash);
  return isRight && user.activatedAt ? startSessionIfUnchanged(context, records, user, password) : null;
}

/** @returns Null if the account was deleted, or its password changed, since the password was verified. */
async function startSessionIfUnchanged(
  { withSiteTransaction, device }: AccountsCallContext,
  records: PersonalDataAccess,
  { id, emailKey, passwordHash }: UserRow,
  password: string,
): Promise<LoginResult | null> {
  const newHash = needsRehash(passwordHash) ? await hashPassword(password) : null;
  return withSiteTransaction(async (tx) => {
    const current = await recordLogin(tx, id, passwordHash, newHash);
    if (!current) return null;
    // The two-step log-in may have been enabled while the password was being verified.
    if (current.secondFactor?.isEnabled)
      return { codeToken: await createSingleUseToken(tx, { purpose: 'LOGIN_CODE', userId: id }) };
    await records.moveGuestOrdersToAccount(tx, id, emailKey);
    return { token: await startSession(tx, id, device) };
  });
}

export function loginRoutes(app: FastifyInstance, dependencies: AccountsDependencies): void {
  const route = createContractRouter(app, 'accounts', sessionsContract, dependencies);
  const context = (call: Parameters<typeof createAccountsCallContext>[0]) =>
    createAccountsCallContext(call, dependencies.limits);

  route('GET /logged', async (call) => {
    const { token } = context(call);
    const user = token === null ? null : await call.withSiteTransaction((tx) => authenticateSession(tx, token));
    return { logged: user !== null, role: user?.role ?? null };
  });
  route('POST /login', (call) => logIn(context(call), dependencies, call.body));
  route('POST /login/code', (call) => logInWithCode(context(call), dependencies, call.body));
  route('POST /logout', async (call) => {
    const { token } = context(call);
    if (token !== null) await call.withSiteTransaction((tx) => endSession(tx, token));
    return {};
  });
  route('POST /session/handover', (call) => createHandover(context(call), call.body));
  redeemHandoverRoute(app, dependencies.db);
  route('POST /logout/everywhere', async (call) => {
    await call.withSiteTransaction((tx) => endUserSessions(tx, call.user.id));
    return {};
  });
  route('POST /logout/others', async (call) => {
    await call.withSiteTransaction((tx) => endUserSessions(tx, call.user.id, call.user.tokenHash));
    return {};
  });
}

export function sessionRoutes(app: FastifyInstance, dependencies: AccountsDependencies): void {
  const route = createContractRouter(app, 'accounts', sessionsContract, dependencies);
  const context = (call: Parameters<typeof createAccountsCallContext>[0]) =>
    createAccountsCallContext(call, dependencies.limits);

  route('GET /user/session', ({ user, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const rows = await readUserSessions(tx, user.id);
      const sessions = rows.map(({ id, device, createdAt, lastUsedAt, tokenHash }) => ({
        id,
        device,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
        isCurrent: tokenHash === user.tokenHash,
      }));
      return { sessions };
    }),
  );
  route('DELETE /user/session/{id}', ({ params, user, withSiteTransaction }) =>
    withSiteTransaction(async (tx) =>
      (await endUserSessionById(tx, user.id, params.id)) ? ok({}) : refuse('not_found'),
    ),
  );
  route('GET /user/second-factor', ({ user, withSiteTransaction }) =>
    withSiteTransaction((tx) => readSecondFactorState(tx, user)),
  );
  route('POST /user/second-factor', (call) =>
    startSecondFactorSetup(context(call), dependencies, call.user, call.body.password),
  );
  route('PUT /user/second-factor', (call) =>
    enableSecondFactor(context(call), dependencies, call.user, call.body.code),
  );
  route('DELETE /user/second-factor', (call) =>
    disableSecondFactor(context(call), dependencies, call.user, call.body.password),
  );
}
