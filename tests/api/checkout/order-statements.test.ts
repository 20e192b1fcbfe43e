import pg from 'pg';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { createOrderAndStockActions } from '#tests/support/fixtures/order-actions.ts';
import { createPlaceOrderInput } from '#tests/support/fixtures/place-order-input.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { seedShopSettings } from '#tests/support/fixtures/seed-shop-settings.ts';
import { createMailReaderRunningJobs } from '#tests/support/servers/mail-reader-running-jobs.ts';
import { startTestApi, type TestApi } from '#tests/support/servers/test-api.ts';

let api: TestApi;
let customer: Customer;

beforeAll(async () => {
  api = await startTestApi();
  await seedEstate(api.db, api.filesDir, { id: 40, mark: 'Chêne', languages: ['fr_FR', 'en'] });
  await seedShopSettings(api.db, 40);
  await createOrderAndStockActions(api).setStock({ 11: 10_000 });
  customer = await createCustomer(api);
});

interface Trip {
  statements: string[];
}

/** Runs `work` and returns the statements of each round trip: those that are sent while no answer has arrived. */
async function traceTrips(work: () => Promise<unknown>): Promise<Trip[]> {
  const trips: Trip[] = [];
  const open = new Map<pg.Client, Trip>();
  const original = pg.Client.prototype.query;
  const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [config] = args;
    const trip = open.get(this) ?? { statements: [] };
    if (!open.has(this)) trips.push(trip);
    open.set(this, trip);
    trip.statements.push(typeof config === 'string' ? config : String((config as { text?: string }).text));
    const result = (original as (...all: unknown[]) => unknown).apply(this, args);
    if (result instanceof Promise) {
      const end = () => void open.delete(this);
      result.then(end, end);
    }
    return result;
  } as typeof original);
  onTestFinished(() => query.mockRestore());
  await work();
  query.mockRestore();
  return trips;
}

const post = async (url: string, body: unknown, headers: Record<string, string> = {}) => {
  const { status, message } = await api.call(url, { method: 'POST', body, headers });
  expect([status, message]).toEqual([200, message]);
};
const products = [{ id: 11, quantity: 6 }];
const calls = {
  'cart check': () => post('/order/validate', { products }),
  'shipping quote': () =>
    post('/calculate/shipping-fees', {
      products: [{ idProduct: 1, id: 11, quantity: 6 }],
      postalCode: '16100',
      country: 'FR',
    }),
  order: () =>
    post('/order', createPlaceOrderInput({ products }), {
      ...customer.headers,
      'idempotency-key': crypto.randomUUID(),
    }),
};

// These limits do not depend on the machine. A change of stock may be notified beside an order, so it is left out.
test.each([
  { name: 'cart check', maxTrips: 2, maxStatements: 5 },
  { name: 'shipping quote', maxTrips: 2, maxStatements: 5 },
  { name: 'order', maxTrips: 8, maxStatements: 26 },
] as const)(
  '$name: takes at most $maxTrips round trips and $maxStatements statements',
  async ({ name, maxTrips, maxStatements }) => {
    // The process learns the columns of statements when they run for the first time, and holds what rarely changes.
    for (let run = 0; run < 3; run++) await calls[name]();
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    await calls[name]();
    const trips = await traceTrips(calls[name]);
    const statements = trips.flatMap((trip) => trip.statements);
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(maxStatements);
    expect(trips.length, trips.map((trip) => trip.statements.join('\n')).join('\n\n')).toBeLessThanOrEqual(maxTrips);
  },
);

test('both mails of an order are sent by one job with at most eight statements', async () => {
  const inbox = createMailReaderRunningJobs(api);
  await calls.order();
  await inbox.deliverPending();
  await calls.order();
  let received: unknown[] = [];
  const trips = await traceTrips(async () => {
    received = await inbox.deliverPending();
  });
  expect(received).toHaveLength(2);
  // Taking a job from the queue and completing it is left out.
  const statements = trips.flatMap((trip) => trip.statements).filter((text) => !text.includes('graphile_worker'));
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(8);
});
