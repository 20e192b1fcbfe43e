import type { FastifyInstance } from 'fastify';
import { contractRoutes } from '#server/api/contract/contract-route.ts';
import { accountsContract } from '#shared/accounts/accounts-contract.ts';
import { type AccountsDependencies, createAccountsContext } from './accounts-context.ts';
import { recordDailyActivity } from './accounts-repository.ts';
import { changePassword, checkResetLink, requestPasswordReset, resetPassword } from './change-password.ts';
import { deleteAccount, requestClosure } from './close-account.ts';
import { logIn } from './log-in.ts';
import {
  confirmSubscription,
  listNewsletters,
  readSubscribedLists,
  requestSubscription,
  setSubscriptions,
} from './newsletter.ts';
import { requestUnsubscription, unsubscribeByLink } from './newsletter-unsubscription.ts';
import { changeProfile, exportAccount, toCurrentUser } from './profile.ts';
import { confirmRegistration, register } from './register.ts';
import { endSession, endUserSessions, readSessionUser } from './sessions.ts';

export function accountsRoutes(app: FastifyInstance, dependencies: AccountsDependencies): void {
  const route = contractRoutes(app, 'accounts', accountsContract, dependencies);
  const context = (call: Parameters<typeof createAccountsContext>[0]) =>
    createAccountsContext(call, dependencies.limits);

  route('GET /logged', async (call) => {
    const { token } = context(call);
    const user = token === null ? null : await call.withSiteTransaction((tx) => readSessionUser(tx, token));
    return { logged: user !== null, role: user?.role ?? null };
  });
  route('POST /register', (call) => register(context(call), call.body));
  route('PUT /register/activate', (call) => confirmRegistration(context(call), dependencies, call.body.token));
  route('POST /login', (call) => logIn(context(call), dependencies, call.body));
  route('POST /logout', async (call) => {
    const { token } = context(call);
    if (token !== null) await call.withSiteTransaction((tx) => endSession(tx, token));
    return {};
  });
  route('POST /logout/everywhere', async (call) => {
    await call.withSiteTransaction((tx) => endUserSessions(tx, call.user.id));
    return {};
  });
  route('PUT /password/reset/ask', (call) => requestPasswordReset(context(call), call.body.identifier));
  route('POST /password/reset/check', (call) => checkResetLink(context(call), call.body.token));
  route('PUT /password/reset', (call) => resetPassword(context(call), dependencies, call.body));

  route('GET /user', async (call) => {
    await call.withSiteTransaction((tx) => recordDailyActivity(tx, call.user.id));
    return toCurrentUser(call.user);
  });
  route('PUT /user', (call) => changeProfile(context(call), call.user, call.body));
  route('PUT /user/password', (call) => changePassword(context(call), dependencies, call.user, call.body));
  route('DELETE /user', (call) => deleteAccount(context(call), dependencies, call.user, call.body.password));
  route('GET /user/export', (call) =>
    call.withSiteTransaction((tx) => exportAccount(tx, call, dependencies, call.user)),
  );
  route('PUT /user/unsubscribe/ask', (call) => requestClosure(context(call), call.user, call.body.message));

  route('GET /user/newsletter/lists', (call) =>
    call.withSiteTransaction(async (tx) => ({ lists: await listNewsletters(tx, call) })),
  );
  route('GET /user/newsletter/subscription', (call) =>
    call.withSiteTransaction(async (tx) => ({ lists: await readSubscribedLists(tx, call.user.email) })),
  );
  route('PUT /user/newsletter/subscription', (call) => setSubscriptions(context(call), call.user, call.body.lists));
  route('POST /newsletter/subscribe', (call) => requestSubscription(context(call), call.body));
  route('PUT /newsletter/unsubscribe/ask', (call) => requestUnsubscription(context(call), call.body.email));
  route('PUT /newsletter/unsubscribe', (call) => unsubscribeByLink(context(call), call.body.token));
  route('PUT /newsletter/confirm', (call) => confirmSubscription(context(call), call.body.token));
}
