import { cp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import {
  createFolders,
  estateNameOf,
  hostOf,
  writeEstate,
  writeNewsTitle,
} from '#tests/support/fixtures/estate-folders.ts';
import { createTemporaryFolder, starterConfig } from '#tests/support/fixtures/starter-site.ts';
import {
  eventually,
  getPage,
  runServer,
  runSiteCommand,
  waitForStatus,
  waitUntilOnline,
} from '#tests/support/servers/run-server.ts';
import type { ServerProcess } from '#tests/support/servers/server-process.ts';

/** One server for all of these tests; each has estates of its own beside the one that nothing may disturb. */
let server: ServerProcess;
let sitesDir: string;
let env: Record<string, string>;

beforeAll(async () => {
  const made = await createFolders();
  sitesDir = made.sitesDir;
  env = { DATA_DIR: made.dataDir, SITES_DIR: sitesDir };
  await writeEstate(sitesDir, 'calm', 60);
  server = await runServer({ env });
  await waitUntilOnline(server, hostOf('calm'));
});

const stillCalm = async () => {
  const page = await getPage(server.port, hostOf('calm'));
  expect([page.status, page.body.includes(estateNameOf('calm'))]).toEqual([200, true]);
};

const reported = (words: string | RegExp) => eventually(() => expect(server.output()).toMatch(words), 10);

/** Makes an estate out of sight and puts its folder in place at once. */
async function appear(name: string, id: number): Promise<string> {
  const elsewhere = await createTemporaryFolder();
  const dir = join(sitesDir, name);
  await rename(await writeEstate(elsewhere, name, id), dir);
  await waitForStatus(server.port, hostOf(name), '/', 200);
  return dir;
}

test('npm run site -- new puts a site online that nobody has restarted a server for', async () => {
  expect((await getPage(server.port, hostOf('chateau-b'))).status).toBe(421);
  const made = await runSiteCommand(['new', 'chateau-b', '--id', '61', '--title', 'Château Neuf'], env);
  expect(made.code, made.output).toBe(0);
  const page = await waitForStatus(server.port, hostOf('chateau-b'), '/', 200, 15);
  expect(page.body).toContain('Château Neuf');
  expect((await getPage(server.port, `chateau-b.localhost:${server.port}`)).status).toBe(200);
  await stillCalm();
});

test('a changed site.json is picked up', async () => {
  const dir = await appear('moving', 62);
  const hosts = [{ name: hostOf('moving') }, { name: 'moved.example' }];
  await writeFile(
    join(dir, 'site.json'),
    JSON.stringify(starterConfig('moving', 62, { hosts, origin: 'https://moved.example' })),
  );
  const page = await waitForStatus(server.port, 'moved.example', '/', 200);
  expect(page.body).toContain('https://moved.example');
  const old = await getPage(server.port, hostOf('moving'), '/contact');
  expect([old.status, old.headers.location]).toEqual([308, 'https://moved.example/contact']);
});

test('a broken site.json is reported once, and its last good version stays online with all others', async () => {
  const dir = await appear('broken', 63);
  const good = JSON.stringify(starterConfig('broken', 63));
  await writeFile(join(dir, 'site.json'), good.slice(0, good.length / 2));
  await reported(/site broken: site\.json: .*JSON/);
  expect((await getPage(server.port, hostOf('broken'))).status).toBe(200);
  await stillCalm();
  await writeFile(join(dir, 'site.json'), JSON.stringify({ ...starterConfig('broken', 63), timeZone: 'Mars/Olympus' }));
  await reported(/site broken: site\.json: .*timeZone/s);
  expect((await getPage(server.port, hostOf('broken'))).body).toContain(estateNameOf('broken'));
  expect(server.output().match(/site broken: site\.json: .*JSON/g)).toHaveLength(1);
});

test('a site.json that is written in two halves comes online with the second', async () => {
  const dir = await writeEstate(await createTemporaryFolder(), 'halves', 64);
  const good = JSON.stringify(starterConfig('halves', 64));
  await cp(dir, join(sitesDir, 'halves'), { recursive: true, filter: (from) => !from.endsWith('site.json') });
  await writeFile(join(sitesDir, 'halves/site.json'), good.slice(0, 100));
  await reported(/site halves: site\.json/);
  expect((await getPage(server.port, hostOf('halves'))).status).toBe(421);
  await writeFile(join(sitesDir, 'halves/site.json'), good);
  expect((await waitForStatus(server.port, hostOf('halves'), '/', 200)).body).toContain(estateNameOf('halves'));
});

test('a folder that is still being copied is in preparation, and comes online whole', async () => {
  const dir = await writeEstate(await createTemporaryFolder(), 'slowly', 65);
  const place = join(sitesDir, 'slowly');
  await cp(join(dir, 'site.json'), join(place, 'site.json'));
  const page = await waitForStatus(server.port, hostOf('slowly'), '/', 503);
  expect(page.headers['retry-after']).toBeDefined();
  await cp(join(dir, 'content'), join(place, 'content'), { recursive: true });
  await reported(/site slowly cannot be imported/);
  await cp(join(dir, 'media'), join(place, 'media'), { recursive: true });
  await waitForStatus(server.port, hostOf('slowly'), '/', 200);
  const products = await getPage(server.port, hostOf('slowly'), '/api/product');
  expect(JSON.parse(products.body).data.total).toBe(3);
  await stillCalm();
});

test('a folder that could be imported while it is still being copied waits for the rest', async () => {
  const dir = await writeEstate(await createTemporaryFolder(), 'partly', 71);
  const place = join(sitesDir, 'partly');
  await cp(dir, place, { recursive: true, filter: (from) => !from.includes('news') });
  const until = Date.now() + 2_500;
  while (Date.now() < until) {
    await writeFile(join(place, 'content/legal/growing.md'), String(Date.now()));
    expect((await getPage(server.port, hostOf('partly'))).status).not.toBe(200);
  }
  await cp(join(dir, 'content/news'), join(place, 'content/news'), { recursive: true });
  await waitForStatus(server.port, hostOf('partly'), '/', 200);
  expect(JSON.parse((await getPage(server.port, hostOf('partly'), '/api/news')).body).data.total).toBe(1);
});

test.each([
  ['the host', 'twin-host', 66, { hosts: [{ name: 'calm.example' }], origin: 'https://calm.example' }],
  ['the id', 'twin-id', 60, {}],
])('a folder that claims %s of another site is reported and left out', async (what, name, id, more) => {
  await rename(await writeEstate(await createTemporaryFolder(), name, id, more), join(sitesDir, name));
  await reported(new RegExp(`site ${name}: ${what} .* already belongs to calm`));
  expect((await getPage(server.port, `${name}.localhost`)).status).toBe(421);
  await stillCalm();
  await rm(join(sitesDir, name), { recursive: true });
});

test('a removed folder goes offline, and comes back with its content', async () => {
  const dir = await appear('leaving', 67);
  const aside = join(await createTemporaryFolder(), 'leaving');
  await rename(dir, aside);
  const gone = await waitForStatus(server.port, hostOf('leaving'), '/', 421);
  expect(gone.body).not.toContain(estateNameOf('leaving'));
  await rename(aside, dir);
  expect((await waitForStatus(server.port, hostOf('leaving'), '/', 200)).body).toContain(estateNameOf('leaving'));
});

test('changed content of a known site waits for its import, and is then visible within a second', async () => {
  const dir = await appear('telling', 68);
  const home = () => getPage(server.port, hostOf('telling'));
  await home();
  await writeNewsTitle(dir, 'Les vendanges commencent');
  expect((await home()).body).not.toContain('Les vendanges commencent');
  const imported = await runSiteCommand(['import', 'telling'], env);
  const done = Date.now();
  expect(imported.code, imported.output).toBe(0);
  await eventually(async () => expect((await home()).body).toContain('Les vendanges commencent'), 5);
  expect(Date.now() - done).toBeLessThan(1_000);
  await stillCalm();
});

test('an import that fails changes nothing', async () => {
  const dir = await appear('failing', 69);
  const pages = ['/', '/nos-produits/nos-vins', '/actualites'];
  const all = () => Promise.all(pages.map(async (path) => (await getPage(server.port, hostOf('failing'), path)).body));
  const before = await all();
  await writeNewsTitle(dir, 'Jamais vu');
  await rm(join(dir, 'media/views'), { recursive: true });
  const failed = await runSiteCommand(['import', 'failing'], env);
  expect(failed.code).not.toBe(0);
  expect(failed.output).toMatch(/content\/.*media\/|media\/views/s);
  expect(failed.output).not.toMatch(/^\s+at /m);
  expect(await all()).toEqual(before);
  expect((await getPage(server.port, hostOf('failing'), '/api/news')).body).not.toContain('Jamais vu');
});

test('a folder of sites that vanishes for a moment takes no site offline', async () => {
  const aside = `${sitesDir}-aside`;
  await rename(sitesDir, aside);
  await reported(/There is no folder of sites/);
  await stillCalm();
  await rename(aside, sitesDir);
  await appear('after', 70);
  await stillCalm();
});
