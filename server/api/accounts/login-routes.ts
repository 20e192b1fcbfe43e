import type { FastifyInstance } from 'fastify';
import { createContractRouter } from '#server/api/contract/contract-route.ts';
import { sessionsContract } from '#shared/accounts/sessions-contract.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { type AccountsDependencies, createAccountsCallContext } from './accounts-call-context.ts';
import { createHandover } from './handover.ts';
import { logIn } from './log-in.ts';
import { logInWithCode } from './log-in-with-code.ts';
import { redeemHandoverRoute } from './redeem-handover-route.ts';
import {
  disableSecondFactor,
  enableSecondFactor,
  readSecondFactorState,
  startSecondFactorSetup,
} from './second-factor.ts';
import { authenticateSession, endSession, endUserSessionById, endUserSessions, readUserSessions } from './sessions.ts';

/** Registers the calls with which users log in and out. */
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

/** Registers the calls with which users manage their sessions and their two-step log-in. */
export function sessionAndSecondFactorRoutes(app: FastifyInstance, dependencies: AccountsDependencies): void {
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
