import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { sessions, users } from '#server/api/accounts/accounts-tables.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { orderStateChanges, orders } from '#server/api/orders/orders-tables.ts';
import { parameters } from '#server/api/site/site-tables.ts';
import { type Role, roles } from '#shared/accounts/roles.ts';
import { adminContract } from '#shared/admin/admin-contract.ts';
import { apiContractWithoutAdminResources, completeApiContract } from '#shared/contract.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { pageEditingContract } from '#shared/pages/page-editing-contract.ts';
import { type Customer, createBearerHeader, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { billingAddress, seedOrder } from '#tests/support/fixtures/seed-order.ts';
import { seedShopSettings } from '#tests/support/fixtures/seed-shop-settings.ts';
import { type CallOptions, startTestApi } from '#tests/support/servers/test-api.ts';

vi.setConfig({ testTimeout: 120_000 });
const api = await startTestApi();
const { db } = api;
type Name = keyof typeof apiContractWithoutAdminResources;

/**
 * The restricted endpoints. Those that are open to guests are left out, such as `POST /order`, which responds with 401
 * to a guest without an email address.
 */
const guarded = Object.entries(apiContractWithoutAdminResources as Record<string, Endpoint>).flatMap(
  ([name, { access }]) => (access && access !== 'guest' ? [{ name: name as Name, access }] : []),
);

/** The body that the tests send to each restricted endpoint and to `POST /order`; null for a call without a body. */
const bodies: Partial<Record<Name, object | null>> = {
  'GET /user': null,
  'PUT /user': { firstname: 'Camille', lastname: 'Vignaud' },
  'PUT /user/password': { currentPassword: 'sous le grand chêne', newPassword: 'à l’ombre du vieux tilleul' },
  'DELETE /user': { password: 'sous le grand chêne' },
  'GET /user/export': null,
  'POST /logout/everywhere': null,
  'PUT /user/unsubscribe/ask': { message: '' },
  'GET /user/newsletter/subscription': null,
  'PUT /user/newsletter/subscription': { lists: [1] },
  'GET /user/review/invitation': null,
  'PUT /user/review/invitation': { isRefused: true },
  'POST /order': {
    products: [{ id: 21, quantity: 6 }],
    user: { phone: '05 45 00 00 00' },
    address: { delivery: billingAddress },
    delivery: { type: 'DELIVERY', idCarrier: 1 },
    payment: 'TRANSFER',
    acceptTerms: true,
  },
  'GET /order': null,
  'GET /order/{id}': null,
  'PUT /order/{id}/cancel': null,
  'GET /admin/newsletter/subscriber': null,
  'GET /admin/newsletter/subscriber/export': null,
  'POST /admin/newsletter-issue/preview': {
    content: { newsletterList: 1, subject: 'Les vendanges', blocks: [] },
    lang: 'fr_FR',
  },
  'POST /admin/newsletter-issue/{id}/test': { lang: 'fr_FR' },
  'GET /admin/newsletter-issue/{id}/sending': null,
  'POST /admin/newsletter-issue/{id}/sending': { revision: 1, sendAt: null },
  'PUT /admin/newsletter-issue/{id}/sending': { action: 'PAUSE' },
  'GET /admin/order': null,
  'GET /admin/voucher': null,
  'POST /admin/voucher/redeem': { code: '0000-0000-0000' },
  'GET /admin/order/{id}': null,
  'POST /admin/order': {
    channel: 'PHONE',
    products: [{ id: 21, quantity: 6 }],
    user: { phone: '05 45 00 00 00' },
    address: { delivery: billingAddress },
    delivery: { type: 'DELIVERY', idCarrier: 1 },
    payment: 'TRANSFER',
    isAdult: true,
  },
  'POST /admin/order/quote': { products: [{ id: 21, quantity: 6 }], delivery: { type: 'CLICK_AND_COLLECT' } },
  'GET /admin/order/export': null,
  'GET /admin/order/packing-list': null,
  'GET /admin/order/{id}/packing-list': null,
  'GET /admin/order/{id}/delivery-note': null,
  'GET /admin/order/{id}/mail-preview': null,
  'POST /admin/order/{id}/note': { text: 'Offered a bottle' },
  'GET /admin/withdrawal': null,
  'GET /admin/today': null,
  'POST /admin/mail/{id}/retry': null,
  'PUT /admin/withdrawal/{id}': { revision: 0, isHandled: true },
  'GET /admin/consent': null,
  'GET /admin/forms/submission': null,
  'GET /admin/forms/submission/{id}': null,
  'PUT /admin/forms/submission/{id}': { revision: 0, isHandled: true },
  'POST /admin/forms/submission/{id}/reply': { revision: 0, subject: 'Votre visite', text: 'Bonjour' },
  'DELETE /admin/forms/submission/{id}': null,
  'GET /admin/forms/submissions.csv': null,
  'GET /admin/forms/file/{id}': null,
  'GET /admin/element/registration': null,
  'PUT /admin/element/registration/{id}/cancel': {},
  'GET /admin/element/registrations.csv': null,
  'GET /admin/review': null,
  'PUT /admin/review/{id}': { revision: 0, state: 'PUBLISHED' },
  'GET /admin/customer': null,
  'GET /admin/customer/{id}': null,
  'POST /admin/customer/{id}/export': null,
  'DELETE /admin/customer/{id}': { reason: 'demande du client' },
  'GET /admin/go-live': null,
  'GET /admin/language': null,
  'PUT /admin/language': { revision: 99, languages: [{ lang: 'fr_FR' }], defaultLang: 'fr_FR' },
  'GET /admin/domain': null,
  'POST /admin/domain': { revision: 0, name: 'new', lang: 'fr_FR', isCanonical: false },
  'PUT /admin/domain/{key}': { revision: 0, name: 'new', lang: 'fr_FR', isCanonical: false },
  'DELETE /admin/domain/{key}': null,
  'GET /admin/staff': null,
  'POST /admin/staff/invitation': { email: 'new@mail.example', role: 'ADMIN' },
  'DELETE /admin/staff/invitation/{key}': null,
  'PUT /admin/staff/{id}': { revision: 0, role: 'ADMIN' },
  'DELETE /admin/staff/{id}': null,
  'DELETE /admin/staff/{id}/second-factor': null,
  'GET /user/session': null,
  'DELETE /user/session/{id}': null,
  'POST /logout/others': null,
  'GET /user/second-factor': null,
  'POST /user/second-factor': { password: 'sous le grand chêne' },
  'PUT /user/second-factor': { code: '123456' },
  'DELETE /user/second-factor': { password: 'sous le grand chêne' },
  'POST /admin/image': {},
  'POST /admin/file': {},
  'GET /admin/image/{key}/use': null,
  'GET /admin/file/{key}/use': null,
  'POST /image/load-svg': { url: 'http://127.0.0.1/' },
  'PUT /admin/order/{id}/state': { state: 'PAID' },
  'PUT /admin/order/{id}/tracking': { revision: 0, trackingNumber: '6A123', sendsMail: false },
  'PUT /admin/order/{id}/refund': { idRefund: null, reference: 'pay-1' },
  'POST /admin/order/{id}/refund': { amount: 1, refundedBefore: 0 },
  'GET /admin/order/{id}/refund-preview': null,
  'PUT /admin/order/{id}/payment-due': { revision: 0, paymentDueAt: '2030-01-31T12:00:00Z' },
};

/**
 * The statuses of allowed calls whose status is not 200. No form and no review has been sent in this test file, so
 * there is no file of a form to read and no review to publish. No file is uploaded, `{key}` is not the id of an image,
 * and no SVG is loaded from a loopback address. The order is not shipped and has no surplus payment.
 */
const grantedStatuses: Partial<Record<Name, number>> = {
  'GET /admin/forms/file/{id}': 404,
  'POST /admin/newsletter-issue/{id}/test': 404,
  'GET /admin/newsletter-issue/{id}/sending': 404,
  'POST /admin/newsletter-issue/{id}/sending': 404,
  'PUT /admin/newsletter-issue/{id}/sending': 404,
  'GET /admin/forms/submission/{id}': 404,
  'PUT /admin/forms/submission/{id}': 404,
  'POST /admin/forms/submission/{id}/reply': 404,
  'DELETE /admin/forms/submission/{id}': 404,
  'PUT /admin/element/registration/{id}/cancel': 404,
  'GET /admin/element/registrations.csv': 400,
  'POST /admin/image': 400,
  'POST /admin/file': 400,
  'GET /admin/image/{key}/use': 400,
  'GET /admin/file/{key}/use': 400,
  'POST /image/load-svg': 422,
  'PUT /admin/language': 409,
  'POST /admin/domain': 422,
  'PUT /admin/domain/{key}': 422,
  'DELETE /admin/domain/{key}': 404,
  'DELETE /admin/staff/invitation/{key}': 404,
  'PUT /admin/staff/{id}': 404,
  'DELETE /admin/staff/{id}': 404,
  'DELETE /admin/staff/{id}/second-factor': 404,
  'DELETE /user/session/{id}': 404,
  'PUT /user/second-factor': 409,
  'PUT /admin/review/{id}': 404,
  'POST /admin/voucher/redeem': 404,
  'PUT /admin/order/{id}/tracking': 409,
  'PUT /admin/order/{id}/refund': 404,
  'POST /admin/order/{id}/refund': 409,
  'PUT /admin/withdrawal/{id}': 404,
  'POST /admin/mail/{id}/retry': 404,
};

/** The query strings of calls with required parameters. The CSV file of registrations is requested without one: 400. */
const queries: Partial<Record<Name, string>> = {
  'DELETE /admin/staff/{id}': '?revision=0',
  'GET /admin/order/{id}/mail-preview': '?state=PAID',
  'GET /admin/order/packing-list': '?ids=1',
  'GET /admin/order/{id}/refund-preview': '?amount=1',
  'DELETE /admin/domain/{key}': '?revision=0',
};

/** One customer of each role at each estate. The tests leave the data of these customers unchanged. */
const customers = new Map<string, Customer>();
const customerOf = (site: number, role: Role): Customer => {
  const found = customers.get(`${site} ${role}`);
  if (!found) throw new Error('no such customer');
  return found;
};
/**
 * Checks whether `{id}` in the path of a call is the id of an account. The tests send the id of an order to all others,
 * where it names an existing item only if the path is about orders.
 */
const isAboutAccount = (name: Name): boolean => /\/(customer|staff)\/\{id\}/.test(name);

/** The id of one order of a member of each estate, by site id. */
const ordersOf = new Map<number, number>();

function send(name: Name, id: number, options: CallOptions, body = bodies[name] ?? undefined) {
  const [method, path = ''] = name.split(' ');
  return api.call(`${path.replace('{id}', String(id))}${queries[name] ?? ''}`, {
    ...options,
    method: method as NonNullable<CallOptions['method']>,
    ...(body && { body }),
  });
}

beforeAll(async () => {
  for (const [site, mark] of [
    [40, 'Chênes'],
    [41, 'Willow'],
  ] as const) {
    await seedEstate(db, api.filesDir, { id: site, mark });
    await seedShopSettings(db, site);
    await withSiteTransaction(db, site, (tx) => tx.insert(parameters).values({ type: 'NEWSLETTER', value: true }));
    // A second customer of each role is created, because the last SUPER_ADMIN of a site cannot be deleted.
    for (const role of roles) {
      customers.set(`${site} ${role}`, await createCustomer(api, { site, role }));
      await createCustomer(api, { site, role });
    }
    ordersOf.set(site, await seedOrder(api, customerOf(site, 'MEMBER')));
  }
});

test('every restricted endpoint is tested here', () => {
  expect(guarded.map(({ name }) => name).filter((name) => !(name in bodies))).toEqual([]);
  expect(guarded.length).toBeGreaterThan(10);
});

/** Checks whether the contract refuses a logged-in user of a role. */
const isRefused = (access: Endpoint['access'], role: Role): boolean =>
  access === 'superAdmin' ? role !== 'SUPER_ADMIN' : access === 'staff' && role === 'MEMBER';

/** Reads the rows that a refused call must not change. */
const snapshot = async () => {
  const of = (site: number) =>
    withSiteTransaction(db, site, async (tx) => [
      await tx.select().from(users).orderBy(users.id),
      await tx.select().from(sessions).orderBy(sessions.tokenHash),
      await tx.select().from(orders).orderBy(orders.id),
      await tx.select().from(orderStateChanges).orderBy(orderStateChanges.id),
    ]);
  return { 40: await of(40), 41: await of(41) };
};

describe.each(guarded)('$name', ({ name, access }) => {
  const order = () => ordersOf.get(40) ?? 0;

  test('returns 401 without a session of this estate, whatever is sent', async () => {
    const before = await snapshot();
    const member = customerOf(40, 'MEMBER');
    const ended = await createCustomer(api);
    await withSiteTransaction(db, 40, (tx) =>
      tx
        .update(sessions)
        .set({ expiresAt: new Date(Date.now() - 1_000) })
        .where(eq(sessions.userId, ended.id)),
    );
    const refusedHeaders: Record<string, Record<string, string>> = {
      'no token': {},
      'an unknown token': createBearerHeader('x'.repeat(43)),
      'a token with one letter more': createBearerHeader(`${member.token}x`),
      'a malformed token': { authorization: 'Bearer null' },
      'a token in another scheme': { authorization: `Basic ${member.token}` },
      'a token in a cookie': { cookie: `token=${member.token}` },
      'a session that has ended': ended.headers,
    };
    for (const role of roles) refusedHeaders[`a ${role} of another estate`] = customerOf(41, role).headers;
    for (const [label, headers] of Object.entries(refusedHeaders)) {
      expect([label, (await send(name, order(), { headers })).status]).toEqual([label, 401]);
      const answer = await send(name, order(), { headers }, { nonsense: '\0' });
      expect([label, answer.status, answer.errors]).toEqual([label, 401, undefined]);
    }
    await withSiteTransaction(db, 40, (tx) => tx.delete(users).where(eq(users.id, ended.id)));
    expect(await snapshot()).toEqual(before);
  });

  test.each(roles)('grants a %s the access that the contract declares', async (role) => {
    const caller = await createCustomer(api, { role });
    const own = isAboutAccount(name) ? (await createCustomer(api)).id : await seedOrder(api, caller);
    const answer = await send(name, own, { headers: caller.headers });
    const granted = grantedStatuses[name] ?? 200;
    expect(answer.status).toBe(isRefused(access, role) ? 403 : granted);
    if (answer.status === 403) {
      expect(answer.data).toEqual({});
      expect((await send(name, own, { headers: caller.headers }, { nonsense: 1 })).status).toBe(403);
    }
  });
});

test('POST /order refuses every invalid token, also with the email address of a guest', async () => {
  const before = await snapshot();
  const body = { ...bodies['POST /order'], user: { phone: '05 45 00 00 00', email: 'guest@mail.example' } };
  const ended = await createCustomer(api);
  await withSiteTransaction(db, 40, (tx) =>
    tx
      .update(sessions)
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .where(eq(sessions.userId, ended.id)),
  );
  for (const headers of [createBearerHeader('x'.repeat(43)), ended.headers, customerOf(41, 'ADMIN').headers])
    expect((await send('POST /order', 0, { headers }, body)).status).toBe(401);
  const withoutToken: Record<string, string>[] = [
    {},
    { authorization: 'Bearer null' },
    { cookie: `token=${customerOf(40, 'MEMBER').token}` },
  ];
  for (const headers of withoutToken) expect((await send('POST /order', 0, { headers })).status).toBe(401);
  await withSiteTransaction(db, 40, (tx) => tx.delete(users).where(eq(users.id, ended.id)));
  expect(await snapshot()).toEqual(before);
});

/**
 * Excludes mails, because they are numbered separately: the id of a foreign order may be that of one of the estate's
 * mails.
 */
const isAboutOrder = ({ name }: { name: string }) => name.includes('{id}') && !name.startsWith('POST /admin/mail/');

describe.each(guarded.filter(isAboutOrder))('$name', ({ name, access }) => {
  test.each(roles)('responds to a %s identically for a foreign and an unknown id', async (role) => {
    const before = await snapshot();
    const { headers } = customerOf(40, role);
    const foreignId = isAboutAccount(name) ? customerOf(41, 'MEMBER').id : (ordersOf.get(41) ?? 0);
    const foreign = await send(name, foreignId, { headers });
    const unknown = await send(name, 2_000_000_000, { headers });
    const refused = isRefused(access, role) ? 403 : 404;
    expect([foreign.status, unknown.status]).toEqual([refused, refused]);
    expect(foreign.text).toBe(unknown.text);
    if (access === 'member') {
      const neighbour = await createCustomer(api);
      const answer = await send(name, ordersOf.get(40) ?? 0, { headers: neighbour.headers });
      expect([answer.status, answer.text]).toEqual([404, unknown.text]);
      await withSiteTransaction(db, 40, (tx) => tx.delete(users).where(eq(users.id, neighbour.id)));
    }
    expect(await snapshot()).toEqual(before);
  });
});

describe('public endpoints', () => {
  const publicEndpoints = Object.entries(apiContractWithoutAdminResources as Record<string, Endpoint>).flatMap(
    ([name, { access, params, body }]) => (access || params || body ? [] : [name as Name]),
  );
  test.each(publicEndpoints)('%s ignores an invalid token', async (name) => {
    const plain = await send(name, 0, {});
    for (const headers of [createBearerHeader('x'.repeat(43)), customerOf(41, 'ADMIN').headers])
      expect((await send(name, 0, { headers })).status).toBe(plain.status);
  });
});

test('lists contain no data of another estate', async () => {
  const mine = await api.call<'GET /admin/order'>('/admin/order?nbItem=100', {
    headers: customerOf(40, 'ADMIN').headers,
  });
  expect(mine.data.orders.map(({ id }) => id)).not.toContain(ordersOf.get(41));
  expect(mine.text).not.toContain(customerOf(41, 'MEMBER').email);
  const own = await api.call<'GET /order'>('/order', { headers: customerOf(40, 'MEMBER').headers });
  expect(own.data.orders.map(({ id }) => id)).toEqual([ordersOf.get(40)]);
});

test('every restricted endpoint of the complete contract is in one of the access tests', () => {
  // The access of the admin and pages contracts is tested in resource-calls.test.ts and page-previews.test.ts.
  const untested = Object.entries<Endpoint>(completeApiContract).filter(
    ([name, { access }]) =>
      access && access !== 'guest' && !(name in bodies) && !(name in adminContract) && !(name in pageEditingContract),
  );
  expect(untested.map(([name]) => name)).toEqual([]);
  // No call of these two contracts may be reserved to a SUPER_ADMIN, because no test checks that an ADMIN is refused.
  const reserved = Object.values<Endpoint>({ ...adminContract, ...pageEditingContract }).filter(
    ({ access }) => access === 'superAdmin',
  );
  expect(reserved).toEqual([]);
});
