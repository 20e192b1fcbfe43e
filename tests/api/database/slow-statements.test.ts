import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createDatabasePool } from '#server/api/database/connect.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import {
  createSlowStatementLog,
  maxLoggedPerMinute,
  runWithStatementOrigin,
  type SlowStatement,
} from '#server/api/database/slow-statements.ts';
import { startJobWorker } from '#server/api/jobs/start-worker.ts';
import { createLogger } from '#server/http/logger.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

vi.setConfig({ testTimeout: 60_000 });

const database = await openTestDatabase();
const log: Record<string, unknown>[] = [];
const logger = createLogger('info', { write: (line) => void log.push(JSON.parse(line)) });
const metrics = createMetrics();
const onSlowStatement = createSlowStatementLog(logger, metrics);
const connection = { connectionString: database.url };
const db = createDatabasePool(connection, { purpose: 'api', onSlowStatement });
const api = await startTestApi({ database: { ...database, db } });

beforeAll(async () => {
  await insertSite(database.db, 40);
});
afterAll(() => db.$client.end());
afterEach(() => void log.splice(0));

const slowLines = () => log.filter(({ code }) => code === 'slow_statement');

test('a request whose statement takes over a second is logged with route, id and site, without its values', async () => {
  const { email } = await createCustomer(database, { site: 40 });
  await database.db.$client.query(
    'create policy slow on users as restrictive for select using (pg_sleep(1.1) is not null)',
  );
  onTestFinished(() => void database.db.$client.query('drop policy slow on users'));
  const { status } = await api.call('/password/reset/ask', { method: 'PUT', body: { identifier: email } });
  expect(status).toBe(200);
  const [line] = slowLines();
  expect(line).toMatchObject({
    level: 40,
    msg: 'slow database statement',
    pool: 'api',
    route: '/password/reset/ask',
    reqId: expect.any(String),
    site: 40,
    ms: expect.any(Number),
    statement: expect.stringMatching(/users/),
  });
  expect(Number(line?.ms)).toBeGreaterThan(1_000);
  expect(JSON.stringify(slowLines())).not.toContain(email);
  expect(await metrics.registry.metrics()).toMatch(/^cuvee_slow_statements_total\{pool="api"\} [1-9]/m);
});

test('a job whose statement takes over a second is logged with its task and site, without its values', async () => {
  const done = Promise.withResolvers<void>();
  const worker = await startJobWorker(database.connection, {
    logger,
    onSlowStatement,
    tasks: {
      'slow-task': ({ db: jobs, siteId }) =>
        withSiteTransaction(jobs, siteId, (tx) =>
          tx.execute(sql`select pg_sleep(${1.1}), ${'anne@customer.example'}`),
        ).then(() => done.resolve()),
    },
  });
  onTestFinished(() => worker.close());
  await database.db.$client.query(`select graphile_worker.add_job('slow-task', '{"site":40}')`);
  await done.promise;
  const lines = slowLines();
  expect(lines).toMatchObject([{ task: 'slow-task', site: 40, pool: 'jobs', statement: 'select pg_sleep($1), $2' }]);
  expect(JSON.stringify(lines)).not.toContain('anne@');
});

test('a statement that fails is logged like one that succeeds, and a fast one is not', async () => {
  await expect(db.$client.query(`select 1, pg_sleep(1.1), 'x'::integer`)).rejects.toThrow();
  await db.$client.query(`select pg_sleep(0.1)`);
  await expect(db.$client.query(`do $$ begin perform pg_sleep(1.1); raise 'failed'; end $$`)).rejects.toThrow('failed');
  expect(slowLines().map(({ statement }) => statement)).toEqual([
    `do $$ begin perform pg_sleep(1.1); raise 'failed'; end $$`,
  ]);
});

test('a statement that waited for a connection has its own origin, and its wait does not count', async () => {
  const reported: SlowStatement[] = [];
  const pool = createDatabasePool(connection, { poolSize: 1, onSlowStatement: (slow) => void reported.push(slow) });
  onTestFinished(() => pool.$client.end());
  const run = (task: string) =>
    runWithStatementOrigin(
      () => ({ task, site: undefined }),
      () => pool.$client.query('select pg_sleep(1.1)'),
    );
  await Promise.all([run('first'), run('second')]);
  expect(reported.map(({ origin }) => origin)).toEqual([
    { task: 'first', site: undefined },
    { task: 'second', site: undefined },
  ]);
  expect(Math.max(...reported.map(({ ms }) => ms))).toBeLessThan(2_000);
});

describe('the log of slow statements', () => {
  test('has a limited number of lines in a minute, then their number', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const report = createSlowStatementLog(logger, metrics);
    const slow = { ms: 1_500, statement: 'select 1', pool: 'api', origin: undefined };
    for (let count = 0; count < maxLoggedPerMinute + 5; count++) report(slow);
    expect(slowLines()).toHaveLength(maxLoggedPerMinute);
    vi.advanceTimersByTime(60_000);
    expect(log.at(-1)).toMatchObject({ code: 'slow_statements_not_logged', statements: 5 });
    report(slow);
    expect(slowLines()).toHaveLength(maxLoggedPerMinute + 1);
  });

  test('shortens a statement in the middle, so that its conditions can be read', async () => {
    const columns = Array.from({ length: 100 }, (_, index) => `${index} as column_${index}`).join(',\n ');
    await db.$client.query(`select ${columns}, pg_sleep(1.1) from (select 1) as numbers where true`);
    const [line] = slowLines();
    expect(String(line?.statement)).toMatch(
      /^select 0 as column_0, .* … .*pg_sleep\(1\.1\) from \(select 1\) as numbers where true$/,
    );
    expect(String(line?.statement).length).toBeLessThan(420);
  });
});
