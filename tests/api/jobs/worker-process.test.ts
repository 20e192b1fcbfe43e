import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { createServerFolders } from '#tests/support/fixtures/estate-folders.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { createTemporaryFolder } from '#tests/support/fixtures/starter-site.ts';
import { findFreePort } from '#tests/support/servers/find-free-port.ts';
import { parseMail } from '#tests/support/servers/mail-reader-running-jobs.ts';
import { retryUntilPasses, runServer } from '#tests/support/servers/run-server.ts';
import { waitForServer } from '#tests/support/servers/server-process.ts';
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
