import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { users } from '#server/api/accounts/accounts-tables.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { readSiteConfigs } from '#server/cli/site-folders.ts';
import { readServerConfig } from '#server/config.ts';
import { createLogger } from '#server/http/logger.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { createNewSiteImporter } from '#server/import/import-new-sites.ts';
import { runApi } from '#server/run-api.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { copyStarterSite, createTemporaryFolder } from '#tests/support/fixtures/starter-site.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

vi.setConfig({ testTimeout: 120_000 });

const { db, url } = await openTestDatabase();
const admin = { ADMIN_EMAIL: 'Operator@mail.example', ADMIN_PASSWORD: 'the cellar key hangs high' };
const rolesAt = (site: number) =>
  withSiteTransaction(db, site, async (tx) => {
    const rows = await tx.select().from(users).where(eq(users.emailKey, 'operator@mail.example'));
    return rows.map(({ role }) => role);
  });

test('the API creates the operator’s SUPER_ADMIN at every site when it starts', async () => {
  await insertSite(db, 71);
  await insertSite(db, 72);
  const dataDir = await createTemporaryFolder();
  const env = {
    ...admin,
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    API_SECRET: 'a-secret-for-tests-alone'.repeat(2),
    API_PORT: '0',
  };
  const log: string[] = [];
  const logger = createLogger('info', { write: (line) => void log.push(line) });
  const api = await runApi(readServerConfig(env, 'api'), { logger, metrics: createMetrics() });
  try {
    await expect.poll(() => rolesAt(71), { timeout: 60_000 }).toEqual(['SUPER_ADMIN']);
    await expect.poll(() => rolesAt(72), { timeout: 60_000 }).toEqual(['SUPER_ADMIN']);
  } finally {
    await api.close();
  }
  for (const secret of Object.values(admin)) expect(log.join()).not.toContain(secret);
});

test('importing a new site folder creates the operator’s SUPER_ADMIN', async () => {
  const sitesDir = await createTemporaryFolder();
  await copyStarterSite(sitesDir, 'chateau-b', 73);
  const newSites = createNewSiteImporter({
    db,
    sitesDir,
    filesDir: await createTemporaryFolder(),
    admin: { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD },
    log: createLogger('silent'),
  });
  newSites.update(readSiteConfigs(sitesDir).sites);
  await newSites.whenIdle();
  await newSites.stop();
  expect(await rolesAt(73)).toEqual(['SUPER_ADMIN']);
});

test('the import command creates the operator’s SUPER_ADMIN and prints no address', async () => {
  const sitesDir = await createTemporaryFolder();
  await copyStarterSite(sitesDir, 'chateau-c', 74);
  const env = {
    ...process.env,
    ...admin,
    SITES_DIR: sitesDir,
    DATA_DIR: await createTemporaryFolder(),
    DATABASE_URL: url,
  };
  const child = spawn(process.execPath, ['server/cli/site.ts', 'import', 'chateau-c'], {
    cwd: join(import.meta.dirname, '../../..'),
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const [code] = await once(child, 'close');
  expect([code, output.includes(admin.ADMIN_EMAIL)]).toEqual([0, false]);
  expect(await rolesAt(74)).toEqual(['SUPER_ADMIN']);
});
