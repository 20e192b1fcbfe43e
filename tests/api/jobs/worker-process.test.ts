import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Runner } from 'graphile-worker';
import { request } from 'undici';
import { describe, expect, test, vi } from 'vitest';
import { schemaChangesChannel } from '#server/api/database/schema-check.ts';
import { startSupervisedRunner } from '#server/api/jobs/start-worker.ts';
import { createLogger } from '#server/http/logger.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { createServerFolders } from '#tests/support/fixtures/estate-folders.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { createTemporaryFolder } from '#tests/support/fixtures/starter-site.ts';
import { findFreePort } from '#tests/support/servers/find-free-port.ts';
import { parseMail } from '#tests/support/servers/mail-reader-running-jobs.ts';
import { retryUntilPasses, runServer } from '#tests/support/servers/run-server.ts';
import { waitForServer } from '#tests/support/servers/server-process.ts';
import { TcpProxy } from '#tests/support/servers/tcp-proxy.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

// Each server runs in a separate process, which takes seconds to start on a loaded machine.
vi.setConfig({ testTimeout: 120_000 });

const database = await openTestDatabase();

test('a worker process sends the mails of an API that runs no jobs', async () => {
  await insertSite(database.db, 40);
  const { email } = await createCustomer(database, { site: 40 });
  const { sitesDir, dataDir } = await createServerFolders();
  const apiPort = await findFreePort();
  const settings = {
    DATABASE_URL: database.url,
    SITES_DIR: sitesDir,
    FILES_DIR: await createTemporaryFolder(),
    API_SECRET: 'a-secret-of-thirty-two-characters-or-more',
  };
  const env = { ...settings, DATA_DIR: dataDir, API_PORT: String(apiPort), WORKER: 'off' };
  const api = await runServer({ env, args: ['--api'] });
  const url = `http://127.0.0.1:${apiPort}`;
  await waitForServer(api, `${url}/readyz`);
  const response = await fetch(`${url}/password/reset/ask`, {
    method: 'PUT',
    headers: { idSite: '40', 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: email }),
  });
  expect(response.status, await response.text()).toBe(200);

  const workerDataDir = await createTemporaryFolder();
  const worker = await runServer({ env: { ...settings, DATA_DIR: workerDataDir }, args: ['--worker'] });
  const outbox = join(workerDataDir, 'outbox');
  const [file = ''] = await retryUntilPasses(async () => {
    const names = (await readdir(outbox)).filter((name) => name.endsWith('.eml'));
    expect(names, worker.output()).toHaveLength(1);
    return names;
  });
  expect(await parseMail(await readFile(join(outbox, file)))).toMatchObject({ to: [email] });
  expect(await readdir(join(dataDir, 'outbox')).catch(() => [])).toEqual([]);
  for (const server of [worker, api]) {
    await server.stop();
    expect(await server.ended, server.output()).toBe(0);
  }
});

test('/readyz of a worker at OPS_PORT names what it lacks, and is 200 again without a restart', async () => {
  const own = await openTestDatabase();
  await insertSite(own.db, 40);
  const proxy = await TcpProxy.start(own.url);
  const { sitesDir } = await createServerFolders();
  const filesDir = join(await createTemporaryFolder(), 'files');
  const opsPort = await findFreePort();
  const worker = await runServer({
    env: {
      DATABASE_URL: proxy.databaseUrl(own.url),
      SITES_DIR: sitesDir,
      FILES_DIR: filesDir,
      DATA_DIR: await createTemporaryFolder(),
      OPS_PORT: String(opsPort),
    },
    args: ['--worker'],
  });
  const read = async (path = '/readyz') => {
    const { statusCode, body } = await request(`http://127.0.0.1:${opsPort}${path}`);
    return `${statusCode} ${(await body.text()).trim()}`;
  };
  const expectReadiness = (expected: unknown) =>
    retryUntilPasses(async () => expect(await read(), worker.output()).toEqual(expected));

  await expectReadiness(`503 not ready: FILES_DIR ${filesDir} is missing`);
  await mkdir(filesDir);
  await expectReadiness('200 ok');

  await proxy.disconnect();
  await expectReadiness(expect.stringMatching(/^503 not ready: database (unavailable|timeout)$/));
  expect(await read('/healthz')).toBe('200 ok');
  await proxy.open();
  await expectReadiness('200 ok');
  proxy.stall();
  await expectReadiness('503 not ready: database timeout');
  proxy.resume();
  await expectReadiness('200 ok');

  // The change is announced, like a migration by a newer process.
  const rename = async (from: string, to: string) => {
    await own.db.$client.query(`alter table visits rename column ${from} to ${to}`);
    await own.db.$client.query(`notify ${schemaChangesChannel}`);
  };
  await rename('day', 'renamed');
  await expectReadiness(expect.stringMatching(/^503 not ready: .*missing: visits\.day/));
  await rename('renamed', 'day');
  await expectReadiness('200 ok');

  expect(worker.output()).toContain('"code":"worker_not_ready","reason":"FILES_DIR');
  await worker.stop();
});

describe('startSupervisedRunner', () => {
  test('says that it does not run from the end of a runner until the next one has started', async () => {
    const ends: (() => void)[] = [];
    let isAvailable = true;
    const start = async () => {
      if (!isAvailable) throw new Error('connect ECONNREFUSED');
      const ended = Promise.withResolvers<void>();
      ends.push(ended.resolve);
      return { promise: ended.promise, stop: async () => ended.resolve() } as unknown as Runner;
    };
    const closing = new AbortController();
    const logger = createLogger('silent');
    const supervised = await startSupervisedRunner(start, { signal: closing.signal, logger });
    expect(supervised.isRunning()).toBe(true);
    isAvailable = false;
    ends[0]?.();
    await vi.waitFor(() => expect(supervised.isRunning()).toBe(false));
    isAvailable = true;
    await vi.waitFor(() => expect(supervised.isRunning()).toBe(true), { timeout: 10_000 });
    closing.abort();
    await supervised.stop();
  });
});
