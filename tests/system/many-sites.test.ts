import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('the storefront reads ten thousand sites in five CPU seconds and rescans them in one', () => {
  const start = () => {
    watch = watchSiteConfigs(dir, { onSitesChanged() {}, onIssue() {} });
  };
  expect(cpuSecondsOf(start)).toBeLessThan(5);
  expect(watch?.sites).toHaveLength(10_000);
  expect(cpuSecondsOf(() => watch?.scanNow())).toBeLessThan(1);
});
