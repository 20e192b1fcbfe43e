import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { sessions, users } from '#server/api/accounts/accounts-tables.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { orderStateMoves, orders } from '#server/api/orders/orders-tables.ts';
import { parameters } from '#server/api/site/site-tables.ts';
import { type Role, roles } from '#shared/accounts/roles.ts';
import { apiContract } from '#shared/contract.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { bearer, type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { billingAddress, insertOrder } from '#tests/support/fixtures/insert-order.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { seedShop } from '#tests/support/fixtures/seed-shop.ts';
import { type CallOptions, startTestApi } from '#tests/support/servers/test-api.ts';

vi.setConfig({ testTimeout: 120_000 });
const api = await startTestApi();
const { db } = api;
type Name = keyof typeof apiContract;

const guarded = Object.entries(apiContract as Record<string, Endpoint>).flatMap(([name, { access }]) =>
  access ? [{ name: name as Name, access }] : [],
);

/** What somebody who may make each call sends, so that it succeeds; `{id}` is an order of whoever calls. */
const bodies: Partial<Record<Name, object | null>> = {
  'GET /user': null,
  'PUT /user': { firstname: 'Camille', lastname: 'Vignaud' },
  'PUT /user/password': { currentPassword: 'sous le grand chêne', newPassword: 'à l’ombre du vieux tilleul' },
  'DELETE /user': null,
  'GET /user/export': null,
  'PUT /user/unsubscribe/ask': { message: '' },
  'GET /user/newsletter/subscription': null,
  'PUT /user/newsletter/subscription': { lists: [1] },
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
  'GET /admin/order': null,
  'PUT /admin/order/{id}/state': { state: 'PAID' },
};

/** One customer of each role and estate who only ever calls in vain. */
const people = new Map<string, Customer>();
const person = (site: number, role: Role): Customer => {
  const found = people.get(`${site} ${role}`);
  if (!found) throw new Error('nobody of that kind');
  return found;
};
/** Orders of the members of both estates. */
const ordersOf = new Map<number, number>();

function send(name: Name, id: number, options: CallOptions, body = bodies[name] ?? undefined) {
  const [method, path = ''] = name.split(' ');
  return api.call(path.replace('{id}', String(id)), {
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
    await seedShop(db, site);
    await withSiteTransaction(db, site, (tx) => tx.insert(parameters).values({ type: 'NEWSLETTER', value: true }));
    // A second one of each: the last SUPER_ADMIN could not go.
    for (const role of roles) {
      people.set(`${site} ${role}`, await createCustomer(api, { site, role }));
      await createCustomer(api, { site, role });
    }
    ordersOf.set(site, await insertOrder(api, person(site, 'MEMBER')));
  }
});

test('every call that is not anyone’s is tried here', () => {
  expect(guarded.map(({ name }) => name).filter((name) => !(name in bodies))).toEqual([]);
  expect(guarded.length).toBeGreaterThan(10);
});

/** Everything that a call in vain might have changed. */
const traces = async () => {
  const of = (site: number) =>
    withSiteTransaction(db, site, async (tx) => [
      await tx.select().from(users).orderBy(users.id),
      await tx.select().from(sessions).orderBy(sessions.tokenHash),
      await tx.select().from(orders).orderBy(orders.id),
      await tx.select().from(orderStateMoves).orderBy(orderStateMoves.id),
    ]);
  return { 40: await of(40), 41: await of(41) };
};

describe.each(guarded)('$name', ({ name, access }) => {
  const order = () => ordersOf.get(40) ?? 0;

  test('is nothing for strangers, whatever they send', async () => {
    const before = await traces();
    const member = person(40, 'MEMBER');
    const ended = await createCustomer(api);
    await withSiteTransaction(db, 40, (tx) =>
      tx
        .update(sessions)
        .set({ expiresAt: new Date(Date.now() - 1_000) })
        .where(eq(sessions.userId, ended.id)),
    );
    const strangers: Record<string, Record<string, string>> = {
      nobody: {},
      'an unknown token': bearer('x'.repeat(43)),
      'a token with one letter more': bearer(`${member.token}x`),
      'what is no token': { authorization: 'Bearer null' },
      'a token in another scheme': { authorization: `Basic ${member.token}` },
      'a token in a cookie': { cookie: `token=${member.token}` },
      'a session that has ended': ended.headers,
    };
    for (const role of roles) strangers[`a ${role} of another estate`] = person(41, role).headers;
    for (const [who, headers] of Object.entries(strangers)) {
      expect([who, (await send(name, order(), { headers })).status]).toEqual([who, 401]);
      const answer = await send(name, order(), { headers }, { nonsense: '\0' });
      expect([who, answer.status, answer.errors]).toEqual([who, 401, undefined]);
    }
    await withSiteTransaction(db, 40, (tx) => tx.delete(users).where(eq(users.id, ended.id)));
    expect(await traces()).toEqual(before);
  });

  test.each(roles)('answers a %s as it should', async (role) => {
    const caller = await createCustomer(api, { role });
    const own = await insertOrder(api, caller);
    const answer = await send(name, own, { headers: caller.headers });
    expect(answer.status).toBe(access === 'staff' && role === 'MEMBER' ? 403 : 200);
    if (answer.status === 403) {
      expect(answer.data).toEqual({});
      expect((await send(name, own, { headers: caller.headers }, { nonsense: 1 })).status).toBe(403);
    }
  });
});

describe.each(guarded.filter(({ name }) => name.includes('{id}')))('$name', ({ name, access }) => {
  test.each(roles)('hides from a %s what is another’s', async (role) => {
    const before = await traces();
    const { headers } = person(40, role);
    const abroad = await send(name, ordersOf.get(41) ?? 0, { headers });
    const none = await send(name, 2_000_000_000, { headers });
    const refused = access === 'staff' && role === 'MEMBER' ? 403 : 404;
    expect([abroad.status, none.status]).toEqual([refused, refused]);
    expect(abroad.text).toBe(none.text);
    if (access === 'member') {
      const neighbour = await createCustomer(api);
      const answer = await send(name, ordersOf.get(40) ?? 0, { headers: neighbour.headers });
      expect([answer.status, answer.text]).toEqual([404, none.text]);
      await withSiteTransaction(db, 40, (tx) => tx.delete(users).where(eq(users.id, neighbour.id)));
    }
    expect(await traces()).toEqual(before);
  });
});

describe('calls that are anyone’s', () => {
  const open = Object.entries(apiContract as Record<string, Endpoint>).flatMap(([name, { access, params, body }]) =>
    access || params || body ? [] : [name as Name],
  );
  test.each(open)('%s takes no offence at a token that is none', async (name) => {
    const plain = await send(name, 0, {});
    for (const headers of [bearer('x'.repeat(43)), person(41, 'ADMIN').headers])
      expect((await send(name, 0, { headers })).status).toBe(plain.status);
  });
});

test('lists of one estate hold nothing of another', async () => {
  const mine = await api.call<'GET /admin/order'>('/admin/order?nbItem=100', { headers: person(40, 'ADMIN').headers });
  expect(mine.data.orders.map(({ id }) => id)).not.toContain(ordersOf.get(41));
  expect(mine.text).not.toContain(person(41, 'MEMBER').email);
  const own = await api.call<'GET /order'>('/order', { headers: person(40, 'MEMBER').headers });
  expect(own.data.orders.map(({ id }) => id)).toEqual([ordersOf.get(40)]);
});
