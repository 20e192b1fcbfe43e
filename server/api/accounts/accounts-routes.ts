import { and, eq, lt, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { createContractRouter } from '#server/api/contract/contract-route.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { accountsContract } from '#shared/accounts/accounts-contract.ts';
import { type AccountsDependencies, createAccountsCallContext } from './accounts-call-context.ts';
import { users } from './accounts-tables.ts';
import { changePassword, checkResetLink, requestPasswordReset, resetPassword } from './change-password.ts';
import { deleteOwnAccountWithPassword, mailClosureRequest } from './close-account.ts';
import { loginRoutes, sessionRoutes } from './login-routes.ts';
import { changeUserProfile, exportPersonalData, toCurrentUser } from './profile.ts';
import { confirmRegistration, registerAccount } from './register.ts';

/** Updates the time of an account's last activity at most once a day, so that most page views need no write. */
const recordDailyActivity = (tx: SiteTx, id: number) =>
  tx
    .update(users)
    .set({ lastActiveAt: sql`now()` })
    .where(and(eq(users.id, id), lt(users.lastActiveAt, sql`now() - interval '1 day'`)));

export function accountsRoutes(app: FastifyInstance, dependencies: AccountsDependencies): void {
  const route = createContractRouter(app, 'accounts', accountsContract, dependencies);
  const context = (call: Parameters<typeof createAccountsCallContext>[0]) =>
    createAccountsCallContext(call, dependencies.limits);

  route('POST /register', (call) => registerAccount(context(call), call.body));
  route('PUT /register/activate', (call) => confirmRegistration(context(call), dependencies, call.body.token));
  route('PUT /password/reset/ask', (call) => requestPasswordReset(context(call), call.body.identifier));
  route('POST /password/reset/check', (call) => checkResetLink(context(call), call.body.token));
  route('PUT /password/reset', (call) => resetPassword(context(call), dependencies, call.body));

  route('GET /user', async (call) => {
    await call.withSiteTransaction((tx) => recordDailyActivity(tx, call.user.id));
    return toCurrentUser(call.user);
  });
  route('PUT /user', (call) => changeUserProfile(context(call), call.user, call.body));
  route('PUT /user/password', (call) => changePassword(context(call), dependencies, call.user, call.body));
  route('DELETE /user', (call) =>
    deleteOwnAccountWithPassword(context(call), dependencies, call.user, call.body.password),
  );
  route('GET /user/export', (call) =>
    call.withSiteTransaction(async (tx) => {
      const data = await exportPersonalData(tx, call, dependencies, call.user.id);
      if (!data) throw new Error(`account ${call.user.id} was deleted during its export`);
      return data;
    }),
  );
  route('PUT /user/unsubscribe/ask', (call) => mailClosureRequest(context(call), call.user, call.body.message));
  loginRoutes(app, dependencies);
  sessionRoutes(app, dependencies);
}
