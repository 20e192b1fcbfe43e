import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createServerFolders, getEstateHostOfFolder, writeEstate } from '#tests/support/fixtures/estate-folders.ts';
import { createDomainBody } from '#tests/support/fixtures/site-hosting.ts';
import { fetchPage, retryUntilPasses, runSiteCommand, waitForPageStatus } from '#tests/support/servers/run-server.ts';
import type { ServerProcess } from '#tests/support/servers/server-process.ts';
import {
  prepareRestartableApiServer,
  startStorefrontServer,
  waitForPageText,
} from '#tests/support/servers/split-servers.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const admin = { email: 'owner@estate.example', password: 'an-oak-cask-of-1874' };
const database = await openTestDatabase();
const host = getEstateHostOfFolder('sans-dossier');

let api: Awaited<ReturnType<typeof prepareRestartableApiServer>>;
let storefront: ServerProcess;
/** The folders of the API's machine. */
let sitesDir: string;

beforeAll(async () => {
  const folders = await createServerFolders();
  sitesDir = folders.sitesDir;
  const apiEnv = { DOMAIN_VERIFICATION: 'none', ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
  const settings = { databaseUrl: database.url, dataDir: folders.dataDir, apiEnv };
  api = await prepareRestartableApiServer({ ...settings, sitesDir });
  const demonstration = await prepareRestartableApiServer({ ...settings, sitesDir: 'sites' });
  for (const name of ['domaine-des-chenes', 'willow-hill']) await demonstration.importSite(name);
  await writeEstate(sitesDir, 'sans-dossier', 58);
  await api.importSite('sans-dossier');
});

/** Adds a domain as staff do in the panel, after the import that has changed the hosts once. */
async function addDomain(name: string): Promise<void> {
  const call = async (path: string, body: object, token?: string) => {
    const response = await fetch(`http://127.0.0.1:${api.port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', idSite: '58', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { data: { token?: string } };
    expect(response.status, JSON.stringify(answer)).toBe(200);
    return answer.data;
  };
  const { token } = await call('/login', { identifier: admin.email, password: admin.password });
  await call('/admin/domain', createDomainBody(name, { revision: 1 }), token);
}

/** Changes the host in the `site.json` of the API's machine, and imports the estate. */
async function importWithHost(name: string): Promise<void> {
  const file = join(sitesDir, 'sans-dossier/site.json');
  const site = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...site, hosts: [{ name: host }, { name }] }));
  await api.importSite('sans-dossier');
}

test('a storefront without folders is unready until the API is up, and then serves all estates that it knows', async () => {
  const empty = { sitesDir: '/nowhere', dataDir: (await createServerFolders()).dataDir };
  storefront = await startStorefrontServer(api.port, empty, { status: 503 });
  const { body } = await fetchPage(storefront.port, 'any', '/readyz');
  expect(body).toContain('the sites have not been loaded from the API yet');
  const early = await fetchPage(storefront.port, 'willow-hill.example');
  expect([early.status, early.headers['retry-after']]).toEqual([503, '5']);

  await api.start();
  await waitForPageStatus(storefront.port, 'any', '/readyz', 200);
  await waitForPageText(storefront, 'domaine-des-chenes.example', '/', 'Domaine des Chênes');
  await waitForPageText(storefront, 'willow-hill.example', '/', 'Willow Hill');
  await waitForPageText(storefront, 'localhost', '/', 'Domaine des Chênes');
  expect((await fetchPage(storefront.port, 'unknown.example')).status).toBe(421);
});

test('hosts that an import or staff add, and the removal of a site, apply without a restart', async () => {
  await waitForPageStatus(storefront.port, host, '/', 200);
  await importWithHost('imported.example');
  await waitForPageStatus(storefront.port, 'imported.example', '/', 308, 5);
  await retryUntilPasses(() => addDomain('added.example'));
  await waitForPageStatus(storefront.port, 'added.example', '/', 308, 5);

  const removed = await runSiteCommand(['remove', 'sans-dossier'], { DATABASE_URL: database.url, SITES_DIR: sitesDir });
  expect(removed.code, removed.output).toBe(0);
  await waitForPageStatus(storefront.port, host, '/', 421, 5);
  expect((await fetchPage(storefront.port, 'added.example')).status).toBe(421);
  expect((await fetchPage(storefront.port, 'willow-hill.example')).status).toBe(200);
});

test('neither the public nor an estate can read the list of sites', async () => {
  for (const [port, path] of [
    [api.port, '/internal/changes?list=on'],
    [storefront.port, '/internal/changes?list=on'],
    [storefront.port, '/api/internal/changes?list=on'],
  ] as const) {
    const { status, body } = await fetchPage(port, 'willow-hill.example', path);
    expect(status).toBe(port === api.port ? 403 : 404);
    expect(body).not.toMatch(/Chênes|domaine-des-chenes/);
  }
});
