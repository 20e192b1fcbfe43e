import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { users } from '#server/api/accounts/accounts-tables.ts';
import { createApiJobs } from '#server/api/api-jobs.ts';
import { createPersonalDataAccess } from '#server/api/api-personal-data-access.ts';
import { apiProviders } from '#server/api/api-providers.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { discountCodeUses } from '#server/api/discounts/discounts-tables.ts';
import { createRateLimiter, type RateLimitName, rateLimitRules } from '#server/api/limits/rate-limiter.ts';
import { orderAccessTokens, orders } from '#server/api/orders/orders-tables.ts';
import { createLogger } from '#server/http/logger.ts';
import type { OrderBody } from '#shared/checkout/checkout-contract.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { createOrderAndStockActions } from '#tests/support/fixtures/order-actions.ts';
import {
  createCollectionOrderInput,
  createPlaceOrderInput,
  mainlandAddress,
} from '#tests/support/fixtures/place-order-input.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { readMails } from '#tests/support/fixtures/seed-order.ts';
import { seedShopSettings } from '#tests/support/fixtures/seed-shop-settings.ts';
import { startTestApi, type TestApi, testApiSecret } from '#tests/support/servers/test-api.ts';

let api: TestApi;
let setStock: ReturnType<typeof createOrderAndStockActions>['setStock'];

beforeAll(async () => {
  api = await startTestApi();
  ({ setStock } = createOrderAndStockActions(api));
  for (const id of [40, 41]) {
    await seedEstate(api.db, api.filesDir, { id, mark: `Estate ${id}`, languages: ['fr_FR', 'en'] });
    await seedShopSettings(api.db, id);
  }
});
beforeEach(async () => {
  for (const site of [40, 41])
    await setStock({ 11: 1_000, 12: 1_000, 13: 1_000, 21: 1_000, 22: 1_000, 31: 1_000, 41: 1_000 }, site);
});

let guestCount = 0;
const newEmail = () => `guest-${++guestCount}@mail.example`;

const guestInput = (email: string, overrides: Partial<OrderBody> = {}): OrderBody =>
  createPlaceOrderInput({ user: { phone: '05 45 00 00 00', email, birthdate: '1980-02-03' }, ...overrides });

/**
 * Number of calls from default IP addresses so far. Calls come from different IP addresses by default, so that limits
 * per network do not apply.
 */
let networkCount = 0;
const fromNetwork = (address: string) => ({ 'x-api-secret': testApiSecret, 'x-client-address': address });

const placeGuestOrder = (
  body: OrderBody,
  {
    key,
    site = 40,
    address = `203.0.113.${++networkCount % 250}`,
  }: { key?: string; site?: number; address?: string } = {},
) =>
  api.call<'POST /order'>('/order', {
    method: 'POST',
    site,
    lang: 'fr_FR',
    body,
    headers: { ...fromNetwork(address), ...(key !== undefined && { 'idempotency-key': key }) },
  });

const openLink = (token: string, site = 40) =>
  api.call<'POST /order/link'>('/order/link', { method: 'POST', site, body: { token } });

const ordersWith = (email: string, site = 40) =>
  withSiteTransaction(api.db, site, (tx) => tx.select().from(orders).where(eq(orders.emailKey, email.toLowerCase())));

const mailsTo = async (email: string, site = 40) =>
  (await readMails(api, site)).filter(({ recipient }) => recipient === email);

const tokenIn = (text: string | undefined): string => /\/orders\/([\w-]{43})/.exec(text ?? '')?.[1] ?? '';

const confirmationToken = async (email: string) => tokenIn((await mailsTo(email)).at(-1)?.text);

describe('POST /order without a session', () => {
  test('places an order with an email address', async () => {
    const email = newEmail();
    const { status, data } = await placeGuestOrder(guestInput(email));
    expect([status, data.status, data.total]).toEqual([200, 'PENDING', 84]);
    expect(await ordersWith(email)).toMatchObject([{ id: data.id, userId: null, email, phone: '05 45 00 00 00' }]);
  });

  test('refuses an order without an email address with 401 at its field', async () => {
    const input = createPlaceOrderInput({ user: { phone: '05 45 00 00 00', birthdate: '1980-02-03' } });
    const answer = await placeGuestOrder(input);
    expect([answer.status, Object.keys(answer.errors ?? {})]).toEqual([401, ['user.email']]);
  });

  test.each(['', 'nobody', 'a@b', 'guest@mail.example, other@mail.example', 'guest@mail.example\r\nBcc: x@y.example'])(
    'refuses the malformed email address %j',
    async (email) => {
      const answer = await placeGuestOrder(guestInput(email));
      expect([answer.status, Object.keys(answer.errors ?? {})]).toEqual([400, ['user.email']]);
    },
  );

  test('requires a birthdate of 18 years for alcohol, whatever birthdate an account with the address has', async () => {
    const { email } = await createCustomer(api, { birthdate: '1980-01-01' });
    const withBirthdate = (birthdate: string) =>
      placeGuestOrder(guestInput(email, { user: { phone: '05 45 00 00 00', email, birthdate } }));
    for (const birthdate of ['', '2020-01-01']) {
      const answer = await withBirthdate(birthdate);
      expect([answer.status, Object.keys(answer.errors ?? {})]).toEqual([422, ['user.birthdate']]);
    }
    expect((await withBirthdate('1980-02-03')).status).toBe(200);
  });

  test('accepts an order of juice without a birthdate', async () => {
    const input = createCollectionOrderInput({
      products: [{ id: 41, quantity: 1 }],
      user: { phone: '', email: newEmail() },
    });
    expect((await placeGuestOrder(input)).status).toBe(200);
  });

  test('responds alike for known and unknown email addresses and leaves the account as it is', async () => {
    const known = await createCustomer(api, { firstname: 'Secret', birthdate: null });
    const pending = await createCustomer(api, { isActivated: false });
    const answers = [];
    for (const email of [newEmail(), known.email, pending.email]) {
      const { status, data } = await placeGuestOrder(guestInput(email));
      answers.push({ status, fields: Object.keys(data), payment: data.payment });
      const [mail] = await mailsTo(email);
      expect(mail?.text).not.toContain('Secret');
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    const [row] = await withSiteTransaction(api.db, 40, (tx) => tx.select().from(users).where(eq(users.id, known.id)));
    expect(row?.birthdate).toBeNull();
    expect((await ordersWith(known.email)).map(({ userId }) => userId)).toEqual([null]);
  });

  test('ignores the email address of a logged-in customer', async () => {
    const customer = await createCustomer(api);
    const email = newEmail();
    const { data } = await api.call<'POST /order'>('/order', {
      method: 'POST',
      body: guestInput(email),
      headers: customer.headers,
    });
    expect(data.orderToken).toBeUndefined();
    expect(await ordersWith(email)).toEqual([]);
    expect(await ordersWith(customer.email)).toMatchObject([{ userId: customer.id }]);
  });

  test('returns the first order for a repeated Idempotency-Key of the same email address', async () => {
    const email = newEmail();
    const first = await placeGuestOrder(guestInput(email), { key: 'guest-key-1' });
    const second = await placeGuestOrder(guestInput(email), { key: 'guest-key-1' });
    expect(second.data.number).toBe(first.data.number);
    expect(await ordersWith(email)).toHaveLength(1);
    expect(await mailsTo(email)).toHaveLength(1);
    expect((await openLink(second.data.orderToken ?? '')).data.order.id).toBe(first.data.id);
    expect((await placeGuestOrder(guestInput(email, { message: 'Autre' }), { key: 'guest-key-1' })).status).toBe(409);
    expect((await placeGuestOrder(guestInput(newEmail()), { key: 'guest-key-1' })).status).toBe(200);
  });

  test('places one order for simultaneous calls with one key', async () => {
    const email = newEmail();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => placeGuestOrder(guestInput(email), { key: 'guest-key-2' })),
    );
    expect(new Set(answers.map(({ data }) => data.number)).size).toBe(1);
    expect(await ordersWith(email)).toHaveLength(1);
  });

  test('counts the uses of a code by email address, with and without a session', async () => {
    const customer = await createCustomer(api);
    const withCode = (email: string) => guestInput(email, { discount: { code: 'UNEFOIS' } });
    expect((await placeGuestOrder(withCode(customer.email.toUpperCase()))).status).toBe(200);
    const repeated = await placeGuestOrder(withCode(customer.email));
    expect([repeated.status, Object.keys(repeated.errors ?? {})]).toEqual([409, ['discount.code']]);
    const loggedIn = await api.call('/order', {
      method: 'POST',
      body: createPlaceOrderInput({ discount: { code: 'UNEFOIS' } }),
      headers: customer.headers,
    });
    expect(loggedIn.status).toBe(409);
    expect((await placeGuestOrder(withCode(newEmail()))).status).toBe(200);
  });
});

describe('the mails of a guest order', () => {
  test('the confirmation contains order data only, and is a secret', async () => {
    const email = newEmail();
    const address = { ...mainlandAddress, firstname: 'Win', lastname: 'money', address: 'evil.example/prize' };
    const input = guestInput(email, {
      user: {
        phone: '05 45 00 00 00',
        email,
        birthdate: '1980-02-03',
        firstname: 'Visit',
        lastname: 'http://evil.example',
      },
      address: { delivery: { ...address, addressPart2: 'www.evil.example' } },
      message: 'Please read https://evil.example/offer',
    });
    await placeGuestOrder(input);
    const [mail] = await mailsTo(email);
    for (const content of [mail?.text, mail?.html, mail?.subject]) {
      expect(content).not.toContain('evil');
      expect(content).not.toContain('Please read');
      expect(content).not.toContain('Visit');
    }
    expect(mail?.text).toMatch(/^Bonjour,$/m);
    expect(mail?.text).toContain('16100 Cognac');
    expect(mail?.isSecret).toBe(true);
    const notice = (await readMails(api, 40)).findLast(({ kind }) => kind === 'order-notice');
    expect(notice?.replyTo).toBe(email);
    expect(notice?.text).toContain('Please read https://evil.example/offer');
  });

  test('a mail about a new state carries a new link and keeps the old one valid', async () => {
    const staff = await createCustomer(api, { role: 'ADMIN' });
    const email = newEmail();
    const { data } = await placeGuestOrder(guestInput(email));
    const first = await confirmationToken(email);
    await api.call(`/admin/order/${data.id}/state`, {
      method: 'PUT',
      body: { state: 'CANCELLED' },
      headers: staff.headers,
    });
    const second = await confirmationToken(email);
    expect(second).not.toBe(first);
    for (const token of [first, second]) expect((await openLink(token)).data.order.status).toBe('CANCELLED');
    expect((await mailsTo(email)).at(-1)?.text).toMatch(/^Bonjour,$/m);
  });
});

describe('POST /order/link', () => {
  test('returns the order to the holder of the link', async () => {
    const email = newEmail();
    const { data } = await placeGuestOrder(guestInput(email, { message: 'Merci' }));
    for (const token of [await confirmationToken(email), data.orderToken ?? '']) {
      const { order, ...rest } = (await openLink(token)).data;
      expect(rest).toEqual({ email });
      expect(order).toMatchObject({ id: data.id, number: data.number, message: 'Merci' });
    }
  });

  test('refuses unknown and expired tokens and those of other sites', async () => {
    const email = newEmail();
    await placeGuestOrder(guestInput(email));
    const token = await confirmationToken(email);
    expect((await openLink('x'.repeat(43))).status).toBe(422);
    expect((await openLink(token, 41)).status).toBe(422);
    await withSiteTransaction(api.db, 40, (tx) =>
      tx.update(orderAccessTokens).set({ expiresAt: new Date(Date.now() - 1_000) }),
    );
    expect((await openLink(token)).status).toBe(422);
  });

  test('stores no token in plain text and logs none', async () => {
    const email = newEmail();
    const { data } = await placeGuestOrder(guestInput(email));
    const stored = await withSiteTransaction(api.db, 40, (tx) => tx.select().from(orderAccessTokens));
    expect(JSON.stringify(stored)).not.toContain(data.orderToken);
    await openLink(data.orderToken ?? '');
    expect(JSON.stringify(api.log)).not.toContain(data.orderToken);
    expect(JSON.stringify(api.log)).not.toContain(email);
  });
});

describe('joining an account', () => {
  test('a log-in adds the guest orders of its address and revokes their links', async () => {
    const customer = await createCustomer(api);
    const other = await createCustomer(api);
    const { data } = await placeGuestOrder(guestInput(customer.email));
    await placeGuestOrder(guestInput(other.email));
    const token = await confirmationToken(customer.email);
    await api.call('/login', { method: 'POST', body: { identifier: customer.email, password: customer.password } });
    const { orders: own } = (await api.call<'GET /order'>('/order', { headers: customer.headers })).data;
    expect(own.map(({ id }) => id)).toEqual([data.id]);
    expect((await openLink(token)).status).toBe(422);
    expect((await ordersWith(other.email)).map(({ userId }) => userId)).toEqual([null]);
  });

  test('activating a new account adds the guest orders of its address', async () => {
    const email = newEmail();
    const { data } = await placeGuestOrder(guestInput(email));
    const registration = {
      email,
      password: 'sous le grand tilleul',
      firstname: 'Camille',
      lastname: 'Vignaud',
      birthdate: '1980-02-03',
      acceptTerms: true,
    };
    await api.call('/register', { method: 'POST', body: registration });
    expect((await ordersWith(email)).map(({ userId }) => userId)).toEqual([null]);
    const activation = /\/auth\/activate\/([\w-]+)/.exec((await mailsTo(email)).at(-1)?.text ?? '')?.[1];
    await api.call('/register/activate', { method: 'PUT', body: { token: activation } });
    expect((await ordersWith(email)).map(({ id, userId }) => [id, userId === null])).toEqual([[data.id, false]]);
  });

  test('deleting the account erases the contact data of completed guest orders with its address', async () => {
    const customer = await createCustomer(api);
    const { data } = await placeGuestOrder(guestInput(customer.email, { discount: { code: 'UNEFOIS' } }));
    const token = await confirmationToken(customer.email);
    // The order is completed first, because open orders keep the contact data that their delivery needs.
    await withSiteTransaction(api.db, 40, (tx) =>
      tx.update(orders).set({ state: 'COMPLETED' }).where(eq(orders.id, data.id)),
    );
    await withSiteTransaction(api.db, 40, (tx) =>
      createPersonalDataAccess(apiProviders.payments).anonymise(tx, customer.id, customer.email),
    );
    const rows = await withSiteTransaction(api.db, 40, (tx) => tx.select().from(orders).where(eq(orders.id, data.id)));
    expect(rows).toMatchObject([{ userId: null, email: '', phone: '' }]);
    expect((await openLink(token)).status).toBe(422);
    const uses = await withSiteTransaction(api.db, 40, (tx) =>
      tx.select().from(discountCodeUses).where(eq(discountCodeUses.orderId, data.id)),
    );
    expect(uses).toMatchObject([{ emailKey: null }]);
  });
});

test('contact data of guest orders is erased after three years', async () => {
  const [old, recent] = [newEmail(), newEmail()];
  const { data } = await placeGuestOrder(guestInput(old));
  await placeGuestOrder(guestInput(recent));
  const fourYearsAgo = new Date();
  fourYearsAgo.setUTCFullYear(fourYearsAgo.getUTCFullYear() - 4);
  await withSiteTransaction(api.db, 40, (tx) =>
    tx.update(orders).set({ createdAt: fourYearsAgo }).where(eq(orders.id, data.id)),
  );
  const logger = createLogger('silent');
  const { daily } = createApiJobs({
    transport: { send: async () => {} } as never,
    logger,
    filesDir: api.filesDir,
    dataDir: api.dataDir,
  });
  await withSiteTransaction(api.db, 40, async (tx) => void (await daily['erase-old-guest-orders']?.(tx)));
  expect(await ordersWith(old)).toEqual([]);
  expect(await ordersWith(recent)).toHaveLength(1);
  expect((await openLink(data.orderToken ?? '')).status).toBe(422);
});

test('orders are deleted after eleven years', async () => {
  const [old, recent] = [newEmail(), newEmail()];
  const ids: number[] = [];
  for (const [email, years] of [
    [old, 12],
    [recent, 10],
  ] as const) {
    const { data } = await placeGuestOrder(guestInput(email));
    const createdAt = new Date();
    createdAt.setUTCFullYear(createdAt.getUTCFullYear() - years);
    await withSiteTransaction(api.db, 40, (tx) => tx.update(orders).set({ createdAt }).where(eq(orders.id, data.id)));
    ids.push(data.id);
  }
  const logger = createLogger('silent');
  const { daily } = createApiJobs({
    transport: { send: async () => {} } as never,
    logger,
    filesDir: api.filesDir,
    dataDir: api.dataDir,
  });
  await withSiteTransaction(api.db, 40, async (tx) => void (await daily['delete-old-orders']?.(tx)));
  const kept = await withSiteTransaction(api.db, 40, (tx) => tx.select({ id: orders.id }).from(orders));
  expect(kept.map(({ id }) => id)).toContain(ids[1]);
  expect(kept.map(({ id }) => id)).not.toContain(ids[0]);
});

describe('the limits of guest orders', () => {
  const exhaust = async (limit: RateLimitName, subject: string, siteId = 40) => {
    const limits = createRateLimiter(api.db);
    for (let count = 0; count < rateLimitRules[limit].points; count++) await limits.consume(siteId, limit, subject);
  };

  test('an email address receives at most five confirmations an hour over all sites', async () => {
    const email = newEmail();
    const statuses = [];
    for (let count = 0; count < 6; count++)
      statuses.push((await placeGuestOrder(guestInput(email), { site: count % 2 === 0 ? 40 : 41 })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const answer = await placeGuestOrder(guestInput(email));
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('refused and repeated orders do not count for the email address', async () => {
    const email = newEmail();
    for (let count = 0; count < 6; count++)
      expect((await placeGuestOrder(guestInput(email, { total: 1 }))).status).toBe(409);
    for (let count = 0; count < 6; count++)
      expect((await placeGuestOrder(guestInput(email), { key: 'one-and-the-same' })).status).toBe(200);
  });

  test.each([
    ['guest-order-client', '198.51.100.1'],
    ['guest-order-network', '198.51.100.2'],
  ] as const)('%s limits the attempts of a network', async (limit, address) => {
    await exhaust(limit, address);
    expect((await placeGuestOrder(guestInput(newEmail()), { address })).status).toBe(429);
    expect((await placeGuestOrder(guestInput(newEmail()))).status).toBe(200);
  });

  test('the limit of a site does not affect other sites and customers with an account', async () => {
    await exhaust('guest-order-site', 'all', 41);
    expect((await placeGuestOrder(guestInput(newEmail()), { site: 41 })).status).toBe(429);
    expect((await placeGuestOrder(guestInput(newEmail()))).status).toBe(200);
    const customer = await createCustomer(api, { site: 41 });
    const answer = await api.call('/order', {
      method: 'POST',
      site: 41,
      body: createPlaceOrderInput(),
      headers: customer.headers,
    });
    expect(answer.status).toBe(200);
  });
});
