import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SiteIssue } from '#server/storefront/sites/site-claims.ts';
import { type SiteWatch, watchSites } from '#server/storefront/sites/watch-sites.ts';
import { siteConfig, writeSiteConfig } from '#tests/support/servers/storefront-fixture.ts';

let dir: string;
let watch: SiteWatch;
let faults: SiteIssue[];
const hosts = () => watch.sites.map(({ config }) => config.hosts[0]?.name);

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'cuvee-watch-'));
  faults = [];
  writeSiteConfig(dir, 'a', siteConfig(1, 'a.fr'));
  writeSiteConfig(dir, 'b', siteConfig(2, 'b.fr'));
});
afterEach(() => {
  watch.stop();
  rmSync(dir, { recursive: true });
});
const start = () => {
  watch = watchSites(dir, { onSitesChanged() {}, onIssue: (fault) => faults.push(fault) });
};

test('sites are read, and what is no site is left alone', () => {
  writeSiteConfig(dir, '.hidden', siteConfig(3, 'c.fr'));
  start();
  expect(hosts()).toEqual(['a.fr', 'b.fr']);
  expect(faults).toEqual([]);
});

test('an added, a changed and a removed site are noticed by themselves', async () => {
  start();
  writeSiteConfig(dir, 'c', siteConfig(3, 'c.fr'));
  await expect.poll(hosts, { timeout: 5_000 }).toEqual(['a.fr', 'b.fr', 'c.fr']);
  writeSiteConfig(dir, 'b', siteConfig(2, 'other-b.fr'));
  await expect.poll(hosts, { timeout: 5_000 }).toEqual(['a.fr', 'other-b.fr', 'c.fr']);
  rmSync(join(dir, 'a'), { recursive: true });
  await expect.poll(hosts, { timeout: 5_000 }).toEqual(['other-b.fr', 'c.fr']);
});

test.each([
  ['broken', '{ "id": 1, ', /site\.json/],
  ['half-written', '', /site\.json/],
  ['without a host', { ...siteConfig(1, 'a.fr'), hosts: [] }, /hosts/],
  ['with a misspelt field', { ...siteConfig(1, 'a.fr'), host: 'a.fr' }, /host/],
  ['with an origin that is none of its hosts', { ...siteConfig(1, 'a.fr'), origin: 'https://x.fr' }, /origin/],
  ['with another’s host', siteConfig(1, 'b.fr'), /b\.fr already belongs to b/],
  ['with another’s id', siteConfig(2, 'a.fr'), /id 2 already belongs to b/],
])('a site.json that becomes %s is reported once; its last good version stays', (_, content, reason) => {
  start();
  writeSiteConfig(dir, 'a', content);
  watch.scanNow();
  watch.scanNow();
  expect(hosts()).toEqual(['a.fr', 'b.fr']);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatchObject({ folder: 'a', reason: expect.stringMatching(reason) });
  writeSiteConfig(dir, 'a', siteConfig(1, 'well.fr'));
  watch.scanNow();
  expect(hosts()).toContain('well.fr');
});

test('a folder of sites that is away for a while is reported once and takes nobody offline', () => {
  vi.useFakeTimers();
  try {
    start();
    renameSync(dir, `${dir}-aside`);
    vi.advanceTimersByTime(5_000);
    expect(faults.map(({ reason }) => reason)).toEqual([expect.stringContaining('There is no folder of sites')]);
    expect(hosts()).toEqual(['a.fr', 'b.fr']);
    renameSync(`${dir}-aside`, dir);
    rmSync(join(dir, 'a'), { recursive: true });
    vi.advanceTimersByTime(1_000);
    expect(hosts()).toEqual(['b.fr']);
  } finally {
    vi.useRealTimers();
  }
});

test('a site that was broken from the start takes no host from those that were good', () => {
  writeSiteConfig(dir, 'a', '{');
  start();
  expect(hosts()).toEqual(['b.fr']);
  writeSiteConfig(dir, 'a', siteConfig(1, 'b.fr'));
  watch.scanNow();
  expect(hosts()).toEqual(['b.fr']);
  expect(faults.map(({ folder }) => folder)).toEqual(['a', 'a']);
});

test('a folder whose name cannot be a host name is a fault', () => {
  writeSiteConfig(dir, 'Bad Name', siteConfig(9, 'z.fr'));
  start();
  expect(faults).toEqual([{ folder: 'Bad Name', reason: expect.stringContaining('lower-case') }]);
});
