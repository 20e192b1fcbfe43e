import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SiteFolderIssue } from '#server/storefront/sites/resolve-site-conflicts.ts';
import { foldersPerScan, type SiteFolderWatcher, watchSiteConfigs } from '#server/storefront/sites/watch-sites.ts';
import { createSiteConfig, writeSiteConfig } from '#tests/support/servers/storefront-fixture.ts';

let dir: string;
let watch: SiteFolderWatcher;
let issues: SiteFolderIssue[];
const hosts = () => watch.sites.map(({ config }) => config.hosts[0]?.name);

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'cuvee-watch-'));
  issues = [];
  writeSiteConfig(dir, 'a', createSiteConfig(1, 'a.fr'));
  writeSiteConfig(dir, 'b', createSiteConfig(2, 'b.fr'));
});
afterEach(() => {
  watch.stop();
  rmSync(dir, { recursive: true });
});
const start = () => {
  watch = watchSiteConfigs(dir, { onSitesChanged() {}, onIssue: (issue) => issues.push(issue) });
};

describe('watchSiteConfigs', () => {
  test('reads sites and ignores hidden folders', () => {
    writeSiteConfig(dir, '.hidden', createSiteConfig(3, 'c.fr'));
    start();
    expect(hosts()).toEqual(['a.fr', 'b.fr']);
    expect(issues).toEqual([]);
  });

  test('detects added, changed and removed sites', async () => {
    start();
    writeSiteConfig(dir, 'c', createSiteConfig(3, 'c.fr'));
    await expect.poll(hosts, { timeout: 5_000 }).toEqual(['a.fr', 'b.fr', 'c.fr']);
    writeSiteConfig(dir, 'b', createSiteConfig(2, 'other-b.fr'));
    await expect.poll(hosts, { timeout: 5_000 }).toEqual(['a.fr', 'other-b.fr', 'c.fr']);
    rmSync(join(dir, 'a'), { recursive: true });
    await expect.poll(hosts, { timeout: 5_000 }).toEqual(['other-b.fr', 'c.fr']);
  });

  test('applies changes of many folders at once, although it polls only some of them in each interval', async () => {
    // The last folder is polled in the tenth interval.
    for (let i = 0; i < 9 * foldersPerScan; i++) writeSiteConfig(dir, `m-${i}`, createSiteConfig(i + 10, `m-${i}.fr`));
    writeSiteConfig(dir, 'z', createSiteConfig(3, 'z.fr'));
    writeSiteConfig(dir, 'zz', createSiteConfig(4, 'zz.fr'));
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      start();
      const changeAndAwait = async (change: () => void, expected: string[]) => {
        change();
        for (let interval = 0; interval < 5 && hosts().slice(-2).join() !== expected.join(); interval++) {
          await sleep(50);
          vi.advanceTimersByTime(500);
        }
        expect(hosts().slice(-2)).toEqual(expected);
      };
      await changeAndAwait(() => writeSiteConfig(dir, 'z', createSiteConfig(3, 'other-z.fr')), ['other-z.fr', 'zz.fr']);
      await changeAndAwait(() => writeSiteConfig(dir, 'zzz', createSiteConfig(5, 'zzz.fr')), ['zz.fr', 'zzz.fr']);
      await changeAndAwait(() => rmSync(join(dir, 'zz'), { recursive: true }), ['other-z.fr', 'zzz.fr']);
      await changeAndAwait(() => writeSiteConfig(dir, 'zz', createSiteConfig(4, 'back.fr')), ['zzz.fr', 'back.fr']);
    } finally {
      vi.useRealTimers();
    }
  });

  test.each([
    ['malformed', '{ "id": 1, ', /site\.json/],
    ['empty', '', /site\.json/],
    ['invalid without a host', { ...createSiteConfig(1, 'a.fr'), hosts: [] }, /hosts/],
    ['invalid with a misspelt field', { ...createSiteConfig(1, 'a.fr'), host: 'a.fr' }, /host/],
    ['inconsistent with its origin', { ...createSiteConfig(1, 'a.fr'), origin: 'https://x.fr' }, /origin/],
    ['a claim to the host of another site', createSiteConfig(1, 'b.fr'), /b\.fr already belongs to b/],
    ['a claim to the id of another site', createSiteConfig(2, 'a.fr'), /id 2 already belongs to b/],
  ])('reports once a site.json that becomes %s and keeps the last valid version', (_, content, reason) => {
    start();
    writeSiteConfig(dir, 'a', content);
    watch.scanNow();
    watch.scanNow();
    expect(hosts()).toEqual(['a.fr', 'b.fr']);
    expect(issues).toHaveLength(1);
    expect(issues[0]).toMatchObject({ folder: 'a', reason: expect.stringMatching(reason) });
    writeSiteConfig(dir, 'a', createSiteConfig(1, 'well.fr'));
    watch.scanNow();
    expect(hosts()).toContain('well.fr');
  });

  test('reports a missing folder of sites once and keeps all sites', () => {
    vi.useFakeTimers();
    try {
      start();
      renameSync(dir, `${dir}-aside`);
      vi.advanceTimersByTime(5_000);
      expect(issues.map(({ reason }) => reason)).toEqual([expect.stringContaining('There is no folder of sites')]);
      expect(hosts()).toEqual(['a.fr', 'b.fr']);
      renameSync(`${dir}-aside`, dir);
      rmSync(join(dir, 'a'), { recursive: true });
      vi.advanceTimersByTime(1_000);
      expect(hosts()).toEqual(['b.fr']);
    } finally {
      vi.useRealTimers();
    }
  });

  test('rejects the claim of an initially invalid site to the host of a valid one', () => {
    writeSiteConfig(dir, 'a', '{');
    start();
    expect(hosts()).toEqual(['b.fr']);
    writeSiteConfig(dir, 'a', createSiteConfig(1, 'b.fr'));
    watch.scanNow();
    expect(hosts()).toEqual(['b.fr']);
    expect(issues.map(({ folder }) => folder)).toEqual(['a', 'a']);
  });

  test('reports a folder whose name cannot be a host name', () => {
    writeSiteConfig(dir, 'Bad Name', createSiteConfig(9, 'z.fr'));
    start();
    expect(issues).toEqual([{ folder: 'Bad Name', reason: expect.stringContaining('lower-case') }]);
  });
});
