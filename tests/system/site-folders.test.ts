import { cp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import {
  createServerFolders,
  getEstateHostOfFolder,
  getEstateNameOfFolder,
  writeEstate,
  writeNewsTitle,
} from '#tests/support/fixtures/estate-folders.ts';
import { createStarterConfig, createTemporaryFolder } from '#tests/support/fixtures/starter-site.ts';
import {
  fetchPage,
  retryUntilPasses,
  runServer,
  runSiteCommand,
  waitForPageStatus,
  waitUntilOnline,
} from '#tests/support/servers/run-server.ts';
import type { ServerProcess } from '#tests/support/servers/server-process.ts';

// All tests share one server. Each test uses separate estates, and must not affect the estate `calm`.
let server: ServerProcess;
let sitesDir: string;
let env: Record<string, string>;

beforeAll(async () => {
  const folders = await createServerFolders();
  sitesDir = folders.sitesDir;
  env = { DATA_DIR: folders.dataDir, SITES_DIR: sitesDir };
  await writeEstate(sitesDir, 'calm', 60);
  server = await runServer({ env });
  await waitUntilOnline(server, getEstateHostOfFolder('calm'));
});

const expectCalmUnaffected = async () => {
  const page = await fetchPage(server.port, getEstateHostOfFolder('calm'));
  expect([page.status, page.body.includes(getEstateNameOfFolder('calm'))]).toEqual([200, true]);
};

const waitForLog = (pattern: string | RegExp) => retryUntilPasses(() => expect(server.output()).toMatch(pattern), 10);

/** Writes an estate into another folder, and moves that folder into place atomically. */
async function addEstate(name: string, id: number): Promise<string> {
  const staging = await createTemporaryFolder();
  const dir = join(sitesDir, name);
  await rename(await writeEstate(staging, name, id), dir);
  await waitForPageStatus(server.port, getEstateHostOfFolder(name), '/', 200);
  return dir;
}

test('npm run site -- new --open puts a site online without a restart', async () => {
  expect((await fetchPage(server.port, getEstateHostOfFolder('chateau-b'))).status).toBe(421);
  const result = await runSiteCommand(['new', 'chateau-b', '--id', '61', '--title', 'Château Neuf', '--open'], env);
  expect(result.code, result.output).toBe(0);
  const page = await waitForPageStatus(server.port, getEstateHostOfFolder('chateau-b'), '/', 200, 15);
  expect(page.body).toContain('Château Neuf');
  expect((await fetchPage(server.port, `chateau-b.localhost:${server.port}`)).status).toBe(200);
  await expectCalmUnaffected();
});

test('a changed site.json is applied', async () => {
  const dir = await addEstate('moving', 62);
  const hosts = [{ name: getEstateHostOfFolder('moving') }, { name: 'moved.example' }];
  await writeFile(
    join(dir, 'site.json'),
    JSON.stringify(createStarterConfig('moving', 62, { hosts, origin: 'https://moved.example' })),
  );
  const page = await waitForPageStatus(server.port, 'moved.example', '/', 200);
  expect(page.body).toContain('https://moved.example');
  const redirect = await fetchPage(server.port, getEstateHostOfFolder('moving'), '/contact');
  expect([redirect.status, redirect.headers.location]).toEqual([308, 'https://moved.example/contact']);
});

test('an invalid site.json is reported once, and its last valid version stays online', async () => {
  const dir = await addEstate('broken', 63);
  const validJson = JSON.stringify(createStarterConfig('broken', 63));
  // The file is replaced at once, because a server that reads while it is written sees another invalid file.
  await writeFile(join(dir, 'site.json.new'), validJson.slice(0, validJson.length / 2));
  await rename(join(dir, 'site.json.new'), join(dir, 'site.json'));
  await waitForLog(/"folder":"broken","reason":"site\.json: .*JSON/);
  expect((await fetchPage(server.port, getEstateHostOfFolder('broken'))).status).toBe(200);
  await expectCalmUnaffected();
  await writeFile(
    join(dir, 'site.json'),
    JSON.stringify({ ...createStarterConfig('broken', 63), timeZone: 'Mars/Olympus' }),
  );
  await waitForLog(/"folder":"broken","reason":"site\.json: .*timeZone/);
  expect((await fetchPage(server.port, getEstateHostOfFolder('broken'))).body).toContain(
    getEstateNameOfFolder('broken'),
  );
  expect(server.output().match(/"folder":"broken","reason":"site\.json: .*JSON/g)).toHaveLength(1);
});

test('a partially written site.json goes online once it is complete', async () => {
  const dir = await writeEstate(await createTemporaryFolder(), 'halves', 64);
  const validJson = JSON.stringify(createStarterConfig('halves', 64));
  await cp(dir, join(sitesDir, 'halves'), { recursive: true, filter: (from) => !from.endsWith('site.json') });
  await writeFile(join(sitesDir, 'halves/site.json'), validJson.slice(0, 100));
  await waitForLog(/"folder":"halves","reason":"site\.json/);
  expect((await fetchPage(server.port, getEstateHostOfFolder('halves'))).status).toBe(421);
  await writeFile(join(sitesDir, 'halves/site.json'), validJson);
  expect((await waitForPageStatus(server.port, getEstateHostOfFolder('halves'), '/', 200)).body).toContain(
    getEstateNameOfFolder('halves'),
  );
});

test('a folder that is still being copied returns 503 and goes online when complete', async () => {
  const dir = await writeEstate(await createTemporaryFolder(), 'slowly', 65);
  const target = join(sitesDir, 'slowly');
  await cp(join(dir, 'site.json'), join(target, 'site.json'));
  const page = await waitForPageStatus(server.port, getEstateHostOfFolder('slowly'), '/', 503);
  expect(page.headers['retry-after']).toBeDefined();
  await cp(join(dir, 'content'), join(target, 'content'), { recursive: true });
  await waitForLog(/"folder":"slowly".*site import failed/);
  await cp(join(dir, 'media'), join(target, 'media'), { recursive: true });
  await waitForPageStatus(server.port, getEstateHostOfFolder('slowly'), '/', 200);
  const products = await fetchPage(server.port, getEstateHostOfFolder('slowly'), '/api/product');
  expect(JSON.parse(products.body).data.total).toBe(3);
  await expectCalmUnaffected();
});

test('a folder is not imported while its files still change', async () => {
  const dir = await writeEstate(await createTemporaryFolder(), 'partly', 71);
  const target = join(sitesDir, 'partly');
  await cp(dir, target, { recursive: true, filter: (from) => !from.includes('news') });
  const deadline = Date.now() + 2_500;
  while (Date.now() < deadline) {
    await writeFile(join(target, 'content/legal/growing.md'), String(Date.now()));
    expect((await fetchPage(server.port, getEstateHostOfFolder('partly'))).status).not.toBe(200);
  }
  await cp(join(dir, 'content/news'), join(target, 'content/news'), { recursive: true });
  await waitForPageStatus(server.port, getEstateHostOfFolder('partly'), '/', 200);
  expect(JSON.parse((await fetchPage(server.port, getEstateHostOfFolder('partly'), '/api/news')).body).data.total).toBe(
    1,
  );
});

test.each([
  ['the host', 'twin-host', 66, { hosts: [{ name: 'calm.example' }], origin: 'https://calm.example' }],
  ['the id', 'twin-id', 60, {}],
])('a folder that claims %s of another site is reported and ignored', async (field, name, id, overrides) => {
  await rename(await writeEstate(await createTemporaryFolder(), name, id, overrides), join(sitesDir, name));
  await waitForLog(new RegExp(`"folder":"${name}","reason":"${field} .* already belongs to calm`));
  expect((await fetchPage(server.port, `${name}.localhost`)).status).toBe(421);
  await expectCalmUnaffected();
  await rm(join(sitesDir, name), { recursive: true });
});

test('a removed folder goes offline and returns with its content', async () => {
  const dir = await addEstate('leaving', 67);
  const aside = join(await createTemporaryFolder(), 'leaving');
  await rename(dir, aside);
  const offline = await waitForPageStatus(server.port, getEstateHostOfFolder('leaving'), '/', 421);
  expect(offline.body).not.toContain(getEstateNameOfFolder('leaving'));
  await rename(aside, dir);
  expect((await waitForPageStatus(server.port, getEstateHostOfFolder('leaving'), '/', 200)).body).toContain(
    getEstateNameOfFolder('leaving'),
  );
});

test('changed content is visible within one second of its import, not before', async () => {
  const dir = await addEstate('telling', 68);
  const home = () => fetchPage(server.port, getEstateHostOfFolder('telling'));
  await home();
  await writeNewsTitle(dir, 'Les vendanges commencent');
  expect((await home()).body).not.toContain('Les vendanges commencent');
  const imported = await runSiteCommand(['import', 'telling'], env);
  const importedAt = Date.now();
  expect(imported.code, imported.output).toBe(0);
  await retryUntilPasses(async () => expect((await home()).body).toContain('Les vendanges commencent'), 5);
  expect(Date.now() - importedAt).toBeLessThan(1_000);
  await expectCalmUnaffected();
});

test('a failed import changes nothing', async () => {
  const dir = await addEstate('failing', 69);
  const pages = ['/', '/nos-produits/nos-vins', '/actualites'];
  const readPages = () =>
    Promise.all(pages.map(async (path) => (await fetchPage(server.port, getEstateHostOfFolder('failing'), path)).body));
  const before = await readPages();
  await writeNewsTitle(dir, 'Jamais vu');
  await rm(join(dir, 'media/views'), { recursive: true });
  const failed = await runSiteCommand(['import', 'failing'], env);
  expect(failed.code).not.toBe(0);
  expect(failed.output).toMatch(/content\/.*media\/|media\/views/s);
  expect(failed.output).not.toMatch(/^\s+at /m);
  expect(await readPages()).toEqual(before);
  expect((await fetchPage(server.port, getEstateHostOfFolder('failing'), '/api/news')).body).not.toContain('Jamais vu');
});

test('sites stay online while the sites folder is missing', async () => {
  const aside = `${sitesDir}-aside`;
  await rename(sitesDir, aside);
  await waitForLog(/There is no folder of sites/);
  await expectCalmUnaffected();
  await rename(aside, sitesDir);
  await addEstate('after', 70);
  await expectCalmUnaffected();
});
