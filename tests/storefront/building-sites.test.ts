import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sendEnvelope } from '#tests/support/servers/fake-api.ts';
import { sendRequestWithAnyHost } from '#tests/support/servers/raw-request.ts';
import { type StorefrontFixture, startStorefrontFixture } from '#tests/support/servers/storefront-fixture.ts';

const staffToken = 's'.repeat(43);
const memberToken = 'm'.repeat(43);

let fixture: StorefrontFixture;
let port: number;

beforeEach(async () => {
  fixture = await startStorefrontFixture({ htmlCacheBytes: 20_000_000 });
  fixture.api.handlers['/logged'] = ({ headers }, response) => {
    const roles: Record<string, string> = { [`Bearer ${staffToken}`]: 'ADMIN', [`Bearer ${memberToken}`]: 'MEMBER' };
    const role = roles[headers.authorization ?? ''] ?? null;
    sendEnvelope(response, { logged: role !== null, role });
  };
  await fixture.app.listen({ port: 0, host: '127.0.0.1' });
  port = (fixture.app.server.address() as AddressInfo).port;
});
afterEach(() => fixture.close());

const visit = (path: string, headers: Record<string, string> = {}) => sendRequestWithAnyHost(port, path, { headers });
const statusOf = async (path: string, headers?: Record<string, string>) => (await visit(path, headers)).status;

async function setBuilding(isBuilding: boolean): Promise<void> {
  fixture.api.isBuilding = isBuilding;
  await fixture.api.publishChange(40);
}

describe('a site that is being built', () => {
  test('takes its cached pages offline within a second', async () => {
    for (const path of ['/', '/contact']) expect(await statusOf(path)).toBe(200);
    const start = Date.now();
    await setBuilding(true);
    await expect.poll(() => statusOf('/contact')).toBe(503);
    expect(Date.now() - start).toBeLessThan(1_000);
    for (const path of ['/', '/contact', '/never-visited']) {
      const page = await visit(path);
      expect([page.status, page.headers['cache-control'], page.headers.warning]).toEqual([503, 'no-store', undefined]);
      expect(page.text).toContain('building');
    }
    expect(fixture.log.filter(({ msg }) => msg === 'stale page served' || msg === 'page unavailable')).toEqual([]);
  });

  test('is rendered once, whatever the number of pages', async () => {
    await setBuilding(true);
    await expect.poll(() => statusOf('/')).toBe(503);
    const before = fixture.rendering.renderedPaths.length;
    for (let page = 0; page < 20; page++) expect(await statusOf(`/page-${page}`)).toBe(503);
    expect(fixture.rendering.renderedPaths.length - before).toBeLessThanOrEqual(1);
  });

  test('comes online within a second', async () => {
    await setBuilding(true);
    await expect.poll(() => statusOf('/contact')).toBe(503);
    const start = Date.now();
    await setBuilding(false);
    await expect.poll(() => statusOf('/contact')).toBe(200);
    expect(Date.now() - start).toBeLessThan(1_000);
  });

  test('shows its pages to staff, who get no cached copy and leave none', async () => {
    await setBuilding(true);
    await expect.poll(() => statusOf('/contact')).toBe(503);
    const preview = await visit('/contact', { cookie: `token=${staffToken}` });
    expect([preview.status, preview.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(preview.text).toContain('/contact first');
    expect(await statusOf('/contact')).toBe(503);
  });

  test.each(['/auth', '/password'])('keeps %s open, so that staff can log in', async (path) => {
    await setBuilding(true);
    await expect.poll(() => statusOf('/contact')).toBe(503);
    const page = await visit(path);
    expect([page.status, page.headers['cache-control']]).toEqual([200, 'no-store']);
  });

  test.each([
    ['a customer', `token=${memberToken}`],
    ['an unknown token', `token=${'x'.repeat(43)}`],
    ['two different tokens', `token=${staffToken}; token=${memberToken}`],
    ['a malformed token', 'token=staff'],
  ])('stays closed to %s', async (_, cookie) => {
    await setBuilding(true);
    await expect.poll(() => statusOf('/contact')).toBe(503);
    expect(await statusOf('/contact', { cookie })).toBe(503);
  });

  test.each(['/sitemap.xml', '/feed.xml'])('closes %s', async (path) => {
    expect(await statusOf(path)).toBe(200);
    await setBuilding(true);
    await expect.poll(() => statusOf(path)).toBe(503);
    const closed = await visit(path);
    expect([closed.headers['cache-control'], closed.headers['retry-after']]).toEqual(['no-store', '30']);
    expect(closed.text).toBe('unavailable\n');
    await setBuilding(false);
    await expect.poll(() => statusOf(path)).toBe(200);
  });

  test('still serves robots.txt, which excludes all pages', async () => {
    await setBuilding(true);
    await expect.poll(async () => (await visit('/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n');
  });

  test('stays closed while the API is down, and so do its older cached pages', async () => {
    for (const path of ['/', '/contact']) await statusOf(path);
    await setBuilding(true);
    await expect.poll(() => statusOf('/')).toBe(503);
    fixture.api.behaviour = 'failing';
    const page = await visit('/contact', { cookie: `token=${staffToken}` });
    expect([page.status, page.text]).toEqual([503, expect.stringContaining('building')]);
  });
});

test('a site that is open stays online while the API is down after a change', async () => {
  expect(await statusOf('/contact')).toBe(200);
  fixture.api.behaviour = 'failing';
  await fixture.api.publishChange(40);
  await expect.poll(async () => (await visit('/contact')).headers.warning).toContain('Stale');
  expect(await statusOf('/contact')).toBe(200);
});
