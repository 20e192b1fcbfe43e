import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createListedHostIndex } from '#server/storefront/sites/listed-host-index.ts';
import { type SiteFolderWatcher, watchSiteConfigs } from '#server/storefront/sites/watch-sites.ts';
import { createSiteConfig, writeSiteConfig } from '#tests/support/servers/storefront-fixture.ts';

let dir: string;
let watch: SiteFolderWatcher | undefined;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'cuvee-many-'));
  for (let i = 0; i < 10_000; i++) writeSiteConfig(dir, `site-${i}`, createSiteConfig(i + 10, `site-${i}.fr`));
});
afterAll(() => {
  watch?.stop();
  rmSync(dir, { recursive: true });
});

/** The test measures CPU seconds, which do not depend on the load of the machine. */
function cpuSecondsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

test('a storefront without folders indexes ten thousand sites in two CPU seconds, and a changed one within seconds', async () => {
  const createListed = (id: number, host: string) => ({
    id,
    name: `Site ${id}`,
    folder: `site-${id}`,
    timeZone: 'Europe/Paris',
    cookieDomain: null,
    hosts: [{ name: host, lang: 'fr_FR' as const }],
    origins: { fr_FR: `https://${host}` },
    languages: ['fr_FR' as const],
    defaultLang: 'fr_FR' as const,
  });
  const log = pino({ enabled: false });
  const index = createListedHostIndex({ hasLocalNames: true }, { onSiteChanged() {}, log });
  const list = Array.from({ length: 10_000 }, (_, i) => createListed(i + 10, `site-${i}.fr`));
  const setSites = () => index.setSites(list.map((listed) => ({ id: listed.id, hosting: null, listed })));
  expect(cpuSecondsOf(setSites)).toBeLessThan(2);
  expect(index.hosts.find('site-9999.fr')?.id).toBe(10_009);
  for (let i = 0; i < 1_000; i++)
    index.setSite({ id: i + 10, hosting: null, listed: createListed(i + 10, `moved-${i}.fr`) });
  const isMoved = () => index.hosts.find('moved-0.fr') && index.hosts.find('moved-999.fr');
  await expect.poll(isMoved, { timeout: 15_000 }).toBeTruthy();
  expect(index.hosts.find('site-0.fr')).toBeUndefined();
  index.stop();
});

test('the storefront reads ten thousand sites in five CPU seconds and rescans them in one', () => {
  const start = () => {
    watch = watchSiteConfigs(dir, { onSitesChanged() {}, onIssue() {} });
  };
  expect(cpuSecondsOf(start)).toBeLessThan(5);
  expect(watch?.sites).toHaveLength(10_000);
  expect(cpuSecondsOf(() => watch?.scanNow())).toBeLessThan(1);
});

test('ten thousand idle folders cost less than one per cent of a core', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    watch?.stop();
    watch = watchSiteConfigs(dir, { onSitesChanged() {}, onIssue() {} });
    expect(cpuSecondsOf(() => vi.advanceTimersByTime(60_000))).toBeLessThan(0.6);
  } finally {
    vi.useRealTimers();
  }
});
