import type { FastifyInstance } from 'fastify';
import { createContractRouter } from '#server/api/contract/contract-route.ts';
import { accountsContract } from '#shared/accounts/accounts-contract.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { type AccountsDependencies, createAccountsContext } from './accounts-context.ts';
import { recordDailyActivity } from './accounts-repository.ts';
import { changePassword, checkResetLink, requestPasswordReset, resetPassword } from './change-password.ts';
import { deleteAccount, requestAccountClosure } from './close-account.ts';
import { createHandover } from './handover.ts';
import { handoverRoute } from './handover-route.ts';
import { logIn } from './log-in.ts';
import { logInWithCode } from './log-in-with-code.ts';
import { changeUserProfile, exportPersonalData, toCurrentUser } from './profile.ts';
import { confirmRegistration, registerAccount } from './register.ts';
import { disableSecondFactor, enableSecondFactor, readSecondFactorState, startSecondFactor } from './second-factor.ts';
import { endSession, endUserSession, endUserSessions, readSessionUser, readUserSessions } from './sessions.ts';

export function accountsRoutes(app: FastifyInstance, dependencies: AccountsDependencies): void {
  const route = createContractRouter(app, 'accounts', accountsContract, dependencies);
  const context = (call: Parameters<typeof createAccountsContext>[0]) =>
    createAccountsContext(call, dependencies.limits);

  route('GET /logged', async (call) => {
    const { token } = context(call);
    const user = token === null ? null : await call.withSiteTransaction((tx) => readSessionUser(tx, token));
    return { logged: user !== null, role: user?.role ?? null };
  });
  route('POST /register', (call) => registerAccount(context(call), call.body));
  route('PUT /register/activate', (call) => confirmRegistration(context(call), dependencies, call.body.token));
  route('POST /login', (call) => logIn(context(call), dependencies, call.body));
  route('POST /login/code', (call) => logInWithCode(context(call), dependencies, call.body));
  route('POST /logout', async (call) => {
    const { token } = context(call);
    if (token !== null) await call.withSiteTransaction((tx) => endSession(tx, token));
    return {};
  });
  route('POST /session/handover', (call) => createHandover(context(call), call.body));
  handoverRoute(app, dependencies.db);
  route('POST /logout/everywhere', async (call) => {
    await call.withSiteTransaction((tx) => endUserSessions(tx, call.user.id));
    return {};
  });
  route('POST /logout/others', async (call) => {
    await call.withSiteTransaction((tx) => endUserSessions(tx, call.user.id, call.user.tokenHash));
    return {};
  });
  route('PUT /password/reset/ask', (call) => requestPasswordReset(context(call), call.body.identifier));
  route('POST /password/reset/check', (call) => checkResetLink(context(call), call.body.token));
  route('PUT /password/reset', (call) => resetPassword(context(call), dependencies, call.body));

  route('GET /user', async (call) => {
    await call.withSiteTransaction((tx) => recordDailyActivity(tx, call.user.id));
    return toCurrentUser(call.user);
  });
  route('PUT /user', (call) => changeUserProfile(context(call), call.user, call.body));
  route('PUT /user/password', (call) => changePassword(context(call), dependencies, call.user, call.body));
  route('DELETE /user', (call) => deleteAccount(context(call), dependencies, call.user, call.body.password));
  route('GET /user/export', (call) =>
    call.withSiteTransaction(async (tx) => {
      const data = await exportPersonalData(tx, call, dependencies, call.user.id);
      if (!data) throw new Error(`account ${call.user.id} was deleted during its export`);
      return data;
    }),
  );
  route('PUT /user/unsubscribe/ask', (call) => requestAccountClosure(context(call), call.user, call.body.message));
  securityRoutes(app, dependencies);
}

/** Registers the calls with which users manage their sessions and their two-step log-in. */
function securityRoutes(app: FastifyInstance, dependencies: AccountsDependencies): void {
  const route = createContractRouter(app, 'accounts', accountsContract, dependencies);
  const context = (call: Parameters<typeof createAccountsContext>[0]) =>
    createAccountsContext(call, dependencies.limits);

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
    withSiteTransaction(async (tx) => ((await endUserSession(tx, user.id, params.id)) ? ok({}) : refuse('not_found'))),
  );
  route('GET /user/second-factor', ({ user, withSiteTransaction }) =>
    withSiteTransaction((tx) => readSecondFactorState(tx, user)),
  );
  route('POST /user/second-factor', (call) =>
    startSecondFactor(context(call), dependencies, call.user, call.body.password),
  );
  route('PUT /user/second-factor', (call) =>
    enableSecondFactor(context(call), dependencies, call.user, call.body.code),
  );
  route('DELETE /user/second-factor', (call) =>
    disableSecondFactor(context(call), dependencies, call.user, call.body.password),
  );
}
