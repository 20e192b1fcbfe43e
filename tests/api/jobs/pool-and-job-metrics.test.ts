import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { createDatabasePool } from '#server/api/database/connect.ts';
import { registerPoolMetrics } from '#server/api/database/pool-metrics.ts';
import { registerJobMetrics } from '#server/api/jobs/job-metrics.ts';
import { startJobWorker } from '#server/api/jobs/start-worker.ts';
import { createLogger } from '#server/http/logger.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

vi.setConfig({ testTimeout: 60_000 });

const database = await openTestDatabase();
await insertSite(database.db, 40);
const poolSize = 3;
const db = createDatabasePool({ connectionString: database.url }, { poolSize });
afterAll(() => db.$client.end());
const metrics = createMetrics();
registerPoolMetrics(metrics, 'api', db);
registerJobMetrics(metrics, db);

/** Scrapes the metrics, and returns the value of each without its prefix. */
async function scrape(of = metrics): Promise<Record<string, number>> {
  const text = await of.registry.metrics();
  return Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const [, name, value] = /^cuvee_(\S+) (\S+)$/.exec(line) ?? [];
      return name ? [[name, Number(value)]] : [];
    }),
  );
}

const addJob = (dueSecondsAgo: number) =>
  database.db.$client.query(
    `select graphile_worker.add_job('waiting', '{"site":40}', run_at => now() - make_interval(secs => $1))`,
    [dueSecondsAgo],
  );

test('the gauges of the pool follow connections that are held, and calls that wait for them', async () => {
  expect(await scrape()).toMatchObject({
    'database_pool_size{pool="api"}': poolSize,
    'database_connections_used{pool="api"}': 0,
    'database_waiting{pool="api"}': 0,
  });
  const held = await Promise.all(Array.from({ length: poolSize }, () => db.$client.connect()));
  const waiting = [db.$client.query('select 1'), db.$client.query('select 1')];
  const startedAt = performance.now();
  const loaded = await scrape();
  // The scrape itself must not wait for a connection, because these figures are needed then.
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  expect(loaded).toMatchObject({
    'database_pool_size{pool="api"}': poolSize,
    'database_connections_used{pool="api"}': poolSize,
    'database_waiting{pool="api"}': waiting.length,
  });
  expect(Object.keys(loaded).filter((name) => name.includes('job'))).toEqual([]);
  for (const client of held) client.release();
  await Promise.all(waiting);
  await expect
    .poll(() => scrape())
    .toMatchObject({
      'database_connections_used{pool="api"}': 0,
      'database_waiting{pool="api"}': 0,
      'jobs{state="fresh"}': 0,
      oldest_job_seconds: 0,
    });
});

test('the gauges of the jobs name the age of the oldest due job at once, and fall when it has run', async () => {
  onTestFinished(() => void database.db.$client.query('delete from graphile_worker._private_jobs'));
  await addJob(500);
  await addJob(20);
  await addJob(-3_600);
  const first = await scrape();
  expect(first).toMatchObject({ 'jobs{state="fresh"}': 3, 'jobs{state="tried"}': 0 });
  expect(first.oldest_job_seconds).toBeGreaterThanOrEqual(500);
  expect(first.oldest_job_seconds).toBeLessThan(560);

  let hasFailed = false;
  const worker = await startJobWorker(database.connection, {
    logger: createLogger('silent'),
    concurrency: 1,
    tasks: {
      waiting: async () => {
        if (hasFailed) return;
        hasFailed = true;
        throw new Error('the first attempt fails');
      },
    },
  });
  onTestFinished(() => worker.close());
  await expect
    .poll(() => scrape(), { timeout: 20_000 })
    .toMatchObject({
      'jobs{state="fresh"}': 1,
      'jobs{state="tried"}': 1,
      oldest_job_seconds: 0,
    });
});

test('the pool of the jobs has gauges of its own, which follow the jobs that run', async () => {
  const release = Promise.withResolvers<void>();
  const own = createMetrics();
  const worker = await startJobWorker(database.connection, {
    logger: createLogger('silent'),
    concurrency: 2,
    tasks: {
      holding: async ({ db: jobs }) => {
        const client = await jobs.$client.connect();
        await release.promise;
        client.release();
      },
    },
  });
  onTestFinished(() => worker.close());
  registerPoolMetrics(own, 'jobs', worker.db);
  const readUsed = async () => (await scrape(own))['database_connections_used{pool="jobs"}'] ?? 0;
  const idle = await readUsed();
  for (let count = 0; count < 2; count++)
    await database.db.$client.query(`select graphile_worker.add_job('holding', '{"site":40}')`);
  await expect.poll(readUsed, { timeout: 20_000 }).toBeGreaterThanOrEqual(idle + 1);
  expect(await scrape(own)).toMatchObject({ 'database_pool_size{pool="jobs"}': 6 });
  release.resolve();
});
