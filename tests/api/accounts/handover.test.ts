import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { singleUseTokens } from '#server/api/accounts/accounts-tables.ts';
import { hashToken } from '#server/api/accounts/sessions.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import type { RedeemHandoverResult } from '#shared/accounts/handover/handover-contract.ts';
import { seedEstates40And41, withNewClientAddress } from '#tests/support/fixtures/account-fixtures.ts';
import { createBearerHeader, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const { call } = api;
const cart = { lines: [{ idProduct: 3, id: 31, quantity: 6 }], code: 'WELCOME' };

beforeAll(() => seedEstates40And41(api));

async function handOver(headers: Record<string, string> = {}): Promise<string> {
  const options = withNewClientAddress({ method: 'POST', body: cart });
  const { data } = await call<'POST /session/handover'>('/session/handover', {
    ...options,
    headers: { ...options.headers, ...headers },
  });
  return data.token;
}
async function redeem(token: string, site = 40) {
  const options = withNewClientAddress({ method: 'POST', site, body: { token } });
  const { status, data } = await call('/internal/handover', options);
  return { status, data: data as unknown as RedeemHandoverResult };
}

test('a guest’s cart is handed over once', async () => {
  const token = await handOver();
  expect(await redeem(token)).toEqual({ status: 200, data: { cart, token: null } });
  expect((await redeem(token)).status).toBe(404);
});

test('a session moves to a new token', async () => {
  const customer = await createCustomer(api);
  const { data } = await redeem(await handOver(customer.headers));
  expect((await call('/user', { headers: customer.headers })).status).toBe(401);
  expect((await call<'GET /user'>('/user', { headers: createBearerHeader(data.token ?? '') })).data.email).toBe(
    customer.email,
  );
});

test('one of several simultaneous redemptions succeeds', async () => {
  const token = await handOver((await createCustomer(api)).headers);
  const statuses = (await Promise.all([1, 2, 3, 4].map(() => redeem(token)))).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 404, 404, 404]);
});

test('a session that has ended meanwhile is not moved', async () => {
  const customer = await createCustomer(api);
  const token = await handOver(customer.headers);
  await call('/logout', { method: 'POST', headers: customer.headers });
  expect((await redeem(token)).data).toEqual({ cart, token: null });
});

test('an expired token and one of another estate are refused', async () => {
  const expired = await handOver();
  await withSiteTransaction(api.db, 40, (tx) =>
    tx
      .update(singleUseTokens)
      .set({ expiresAt: sql`now()` })
      .where(eq(singleUseTokens.tokenHash, hashToken(expired))),
  );
  expect((await redeem(expired)).status).toBe(404);
  expect((await redeem(await handOver(), 41)).status).toBe(404);
});

test('a token is stored as a hash and expires within a minute', async () => {
  const token = await handOver();
  const rows = await withSiteTransaction(api.db, 40, (tx) => tx.select().from(singleUseTokens));
  expect(JSON.stringify(rows)).not.toContain(token);
  const row = rows.find(({ tokenHash }) => tokenHash === hashToken(token));
  expect(Number(row?.expiresAt) - Date.now()).toBeLessThanOrEqual(60_000);
});

test('a caller without the API secret cannot redeem', async () => {
  const body = { token: await handOver() };
  expect((await call('/internal/handover', { method: 'POST', body })).status).toBe(404);
});
