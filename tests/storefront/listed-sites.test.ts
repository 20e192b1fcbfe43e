import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ListedSite } from '#shared/site/listed-site.ts';
import { sendEnvelope, waitUntil } from '#tests/support/servers/fake-api.ts';
import { getFakeApiData } from '#tests/support/servers/fake-api-data.ts';
import { type StorefrontFixtureOptions, startStorefrontFixture } from '#tests/support/servers/storefront-fixture.ts';

const createListed = (id: number, host: string, overrides: Partial<ListedSite> = {}): ListedSite => ({
  id,
  name: `Estate ${id}`,
  folder: `estate-${id}`,
  timeZone: 'Europe/Paris',
  cookieDomain: null,
  hosts: [{ name: host, lang: 'fr_FR' }],
  origins: { fr_FR: `https://${host}` },
  languages: ['fr_FR'],
  defaultLang: 'fr_FR',
  ...overrides,
});
const oak = createListed(40, 'oak.example');
const hill = createListed(41, 'hill.example', { folder: null });

/** Starts a storefront of its own, which finds folders of other sites at SITES_DIR. */
async function startFixture(options: StorefrontFixtureOptions = {}) {
  const fixture = await startStorefrontFixture({ listed: [oak, hill], ...options, config: { role: 'storefront' } });
  onTestFinished(() => fixture.close());
  const visit = async (host: string, path = '/contact') => {
    const { statusCode, headers, body } = await fixture.app.inject({ url: path, headers: { host } });
    return { status: statusCode, headers, body };
  };
  const waitForStatus = (host: string, status: number) => waitUntil(async () => (await visit(host)).status === status);
  const readReadiness = async () => {
    const { statusCode, body } = await fixture.app.inject('/readyz');
    return [statusCode, body.trim()];
  };
  return { ...fixture, visit, waitForStatus, readReadiness };
}

test('a storefront of its own serves the sites that the API lists, and no folder', async () => {
  const { visit, waitForStatus, readReadiness } = await startFixture();
  await waitForStatus('oak.example', 200);
  expect(await readReadiness()).toEqual([200, 'ok']);
  expect((await visit('oak.example')).body).toContain('Estate 40');
  expect((await visit('hill.example')).body).toContain('Estate 41');
  expect((await visit('domaine-des-chenes.example')).status).toBe(421);
});

test('local names come from the folder of the import, and plain localhost is the site with the lowest id', async () => {
  const { visit, waitForStatus } = await startFixture({ listed: [hill, oak] });
  await waitForStatus('estate-40.localhost', 200);
  for (const [host, name] of [
    ['estate-40.localhost', 'Estate 40'],
    ['site-41.localhost', 'Estate 41'],
    ['localhost', 'Estate 40'],
  ] as const)
    expect((await visit(host)).body).toContain(name);
});

test('a new site, another host, another name and a removed site apply without a restart', async () => {
  const { api, visit, waitForStatus } = await startFixture();
  await waitForStatus('oak.example', 200);
  await api.publishListed(77, createListed(77, 'new.example'));
  await waitForStatus('new.example', 200);
  await api.publishListed(40, { ...oak, hosts: [...oak.hosts, { name: 'second.example', lang: 'fr_FR' }] });
  await waitForStatus('second.example', 308);
  expect((await visit('second.example')).headers.location).toBe('https://oak.example/contact');
  await api.publishListed(40, { ...oak, name: 'Renamed' });
  await waitUntil(async () => (await visit('oak.example')).body.includes('Renamed'));
  expect((await visit('second.example')).status).toBe(421);
  await api.publishListed(77, null);
  await waitForStatus('new.example', 421);
  expect((await visit('hill.example')).status).toBe(200);
});

test('without the sites of the API, it is not ready and answers 503 instead of 421, until they arrive', async () => {
  const { api, visit, waitForStatus, readReadiness } = await startFixture({ hasNoStream: true });
  expect(await readReadiness()).toEqual([503, 'not ready: the sites have not been loaded from the API yet']);
  const early = await visit('oak.example');
  expect([early.status, early.headers['retry-after'], early.headers['cache-control']]).toEqual([503, '5', 'no-store']);
  expect(early.body).not.toMatch(/oak|Estate/);
  api.hasNoStream = false;
  await waitForStatus('oak.example', 200);
  expect(await readReadiness()).toEqual([200, 'ok']);
});

test('an API without sites makes it ready, and every host is unknown', async () => {
  const { visit, waitForStatus, readReadiness } = await startFixture({ listed: [] });
  await waitForStatus('oak.example', 421);
  expect(await readReadiness()).toEqual([200, 'ok']);
  expect((await visit('localhost')).status).toBe(421);
});

test('it keeps the last known sites while the API is away, and then follows what has changed', async () => {
  const { api, visit, waitForStatus } = await startFixture();
  await waitForStatus('oak.example', 200);
  await api.stop();
  expect((await visit('oak.example')).status).toBe(200);
  expect((await visit('unknown.example')).status).toBe(421);
  await api.publishListed(41, null);
  await api.publishListed(77, createListed(77, 'new.example'));
  await api.restart();
  await waitForStatus('new.example', 200);
  expect((await visit('hill.example')).status).toBe(421);
});

test('it needs no folder of sites', async () => {
  const { sitesDir, api, waitForStatus } = await startFixture();
  rmSync(join(sitesDir, 'willow-hill'), { recursive: true });
  rmSync(join(sitesDir, 'domaine-des-chenes'), { recursive: true });
  await api.publishListed(77, createListed(77, 'new.example'));
  await waitForStatus('new.example', 200);
});

test('it stays unready and says why if the API is too old to list its sites', async () => {
  const { log, readReadiness } = await startFixture({ listed: null });
  await waitUntil(() => log.some(({ code }) => code === 'site_change_stream_lost'));
  expect(log).toContainEqual(
    expect.objectContaining({ err: expect.objectContaining({ message: expect.stringContaining('older') }) }),
  );
  expect((await readReadiness())[0]).toBe(503);
});

test('a site with a property of a newer version is reported, keeps its last version and leaves the others', async () => {
  const { api, log, visit, waitForStatus } = await startFixture();
  await waitForStatus('oak.example', 200);
  const newer = { ...oak, defaultLang: 'xx' as 'en', hosts: [{ name: 'newer.example', lang: 'xx' as 'en' }] };
  await api.publishListed(40, newer);
  await waitUntil(() => log.some(({ code, site }) => code === 'site_rejected' && site === 40));
  await api.stop();
  await api.restart();
  await api.waitForSubscriber();
  await api.publishListed(77, createListed(77, 'new.example'));
  await waitForStatus('new.example', 200);
  expect((await visit('newer.example')).status).toBe(421);
  expect((await visit('oak.example')).status).toBe(200);
  expect((await visit('hill.example')).status).toBe(200);
});

test('a host that two imported sites claim stays with the one that had it, and is reported', async () => {
  const { api, log, visit, waitForStatus } = await startFixture();
  await waitForStatus('oak.example', 200);
  await api.publishListed(42, createListed(42, 'oak.example'));
  await waitUntil(() => log.some(({ reason }) => String(reason).includes('oak.example already belongs to estate-40')));
  expect((await visit('oak.example')).body).toContain('Estate 40');
  await api.publishListed(40, createListed(40, 'former.example'));
  await waitUntil(async () => (await visit('oak.example')).body.includes('Estate 42'));
});

test('a request that waits for the API while its site is renamed leaves no page with the former name', async () => {
  const { api, visit, waitForStatus } = await startFixture();
  await waitForStatus('oak.example', 200);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  let isRequested = false;
  api.handlers['/site/info'] = async (request, response) => {
    isRequested = true;
    await held;
    delete api.handlers['/site/info'];
    sendEnvelope(response, getFakeApiData('/site/info', request, api) ?? {});
  };
  await api.publishChange(40);
  await waitUntil(async () => {
    void visit('oak.example');
    return isRequested;
  });
  await api.publishListed(40, { ...oak, name: 'Renamed' });
  // The second host shows that the new name is in use.
  await api.publishListed(40, {
    ...oak,
    name: 'Renamed',
    hosts: [...oak.hosts, { name: 'later.example', lang: 'fr_FR' }],
  });
  await waitForStatus('later.example', 308);
  release();
  await waitForStatus('oak.example', 200);
  expect((await visit('oak.example')).body).toContain('Renamed');
});
