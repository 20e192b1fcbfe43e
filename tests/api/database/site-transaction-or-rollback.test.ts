import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { Db } from '#server/api/database/connect.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import { orderCounters } from '#server/api/orders/orders-tables.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

let db: Db;

beforeAll(async () => {
  ({ db } = await openTestDatabase());
  await insertSite(db, 40);
  await withSiteTransaction(db, 40, (tx) => tx.insert(orderCounters).values({ lastNumber: 0 }));
});

const increment = (tx: SiteTx) => tx.update(orderCounters).set({ lastNumber: sql`${orderCounters.lastNumber} + 1` });
const readCounter = async () =>
  (await withSiteTransaction(db, 40, (tx) => tx.select().from(orderCounters)))[0]?.lastNumber;
const fail = (tx: SiteTx, code: string) => tx.execute(sql.raw(`do $$ begin raise sqlstate '${code}'; end $$`));

test('a refusal is rolled back and a value committed', async () => {
  const before = (await readCounter()) ?? 0;
  const refused = await withSiteTransactionOrRollback(db, 40, async (tx) => {
    await increment(tx);
    return refuse('stock', { values: { left: 3 } });
  });
  expect(refused).toEqual({ ok: false, refusal: 'stock', values: { left: 3 } });
  expect(await readCounter()).toBe(before);
  const done = await withSiteTransactionOrRollback(db, 40, async (tx) => {
    await increment(tx);
    return ok('done');
  });
  expect(done).toEqual({ ok: true, value: 'done' });
  expect(await readCounter()).toBe(before + 1);
});

test.each([
  ['a deadlock', '40P01'],
  ['a serialisation failure', '40001'],
])('%s is retried once from the beginning', async (_, code) => {
  const before = (await readCounter()) ?? 0;
  let attempts = 0;
  const outcome = await withSiteTransactionOrRollback(db, 40, async (tx) => {
    attempts++;
    await increment(tx);
    if (attempts === 1) await fail(tx, code);
    return ok(attempts);
  });
  expect(outcome).toEqual({ ok: true, value: 2 });
  expect(await readCounter()).toBe(before + 1);
});

test('a deadlock is not retried twice, and another error not at all', async () => {
  for (const [code, expected] of [
    ['40P01', 2],
    ['23505', 1],
  ] as const) {
    let attempts = 0;
    const attempt = withSiteTransactionOrRollback(db, 40, async (tx) => {
      attempts++;
      await fail(tx, code);
      return ok(null);
    });
    await expect(attempt).rejects.toThrow();
    expect(attempts).toBe(expected);
  }
});
