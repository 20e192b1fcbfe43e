import type { FastifyInstance } from 'fastify';
import { contractRoutes } from '#server/api/contract/contract-route.ts';
import { accountsContract } from '#shared/accounts/accounts-contract.ts';
import { touchDaily } from './accounts-repository.ts';
import { type AccountsParts, askingOf } from './asking.ts';
import { askForReset, changePassword, resetPassword } from './change-password.ts';
import { askForClosure, deleteAccount } from './close-account.ts';
import { logIn } from './log-in.ts';
import {
  askToSubscribe,
  chooseNewsletters,
  confirmSubscription,
  newsletterLists,
  subscriptionOf,
} from './newsletter.ts';
import { changeProfile, currentUser, exportAccount } from './profile.ts';
import { activate, register } from './register.ts';
import { endSession, signedInBy } from './sessions.ts';

export function accountsRoutes(app: FastifyInstance, parts: AccountsParts): void {
  const route = contractRoutes(app, 'accounts', accountsContract, parts);
  const asking = (call: Parameters<typeof askingOf>[0]) => askingOf(call, parts.limits);

  route('GET /logged', async (call) => {
    const { token } = asking(call);
    const user = token === null ? null : await call.inSite((tx) => signedInBy(tx, token));
    return { logged: user !== null, role: user?.role ?? null };
  });
  route('POST /register', (call) => register(asking(call), call.body));
  route('PUT /register/activate', (call) => activate(asking(call), call.body.token));
  route('POST /login', (call) => logIn(asking(call), parts, call.body));
  route('POST /logout', async (call) => {
    const { token } = asking(call);
    if (token !== null) await call.inSite((tx) => endSession(tx, token));
    return {};
  });
  route('PUT /password/reset/ask', (call) => askForReset(asking(call), call.body.identifier));
  route('PUT /password/reset', (call) => resetPassword(asking(call), parts, call.body));

  route('GET /user', async (call) => {
    await call.inSite((tx) => touchDaily(tx, call.user.id));
    return currentUser(call.user);
  });
  route('PUT /user', (call) => changeProfile(asking(call), call.user, call.body));
  route('PUT /user/password', (call) => changePassword(asking(call), parts, call.user, call.body));
  route('DELETE /user', (call) => deleteAccount(asking(call), parts, call.user));
  route('GET /user/export', (call) => call.inSite((tx) => exportAccount(tx, call, parts, call.user)));
  route('PUT /user/unsubscribe/ask', (call) => askForClosure(asking(call), call.user, call.body.message));

  route('GET /user/newsletter/lists', (call) =>
    call.inSite(async (tx) => ({ lists: await newsletterLists(tx, call) })),
  );
  route('GET /user/newsletter/subscription', (call) =>
    call.inSite(async (tx) => ({ lists: await subscriptionOf(tx, call.user.email) })),
  );
  route('PUT /user/newsletter/subscription', (call) => chooseNewsletters(asking(call), call.user, call.body.lists));
  route('POST /newsletter/subscribe', (call) => askToSubscribe(asking(call), call.body));
  route('PUT /newsletter/confirm', (call) => confirmSubscription(asking(call), call.body.token));
}
