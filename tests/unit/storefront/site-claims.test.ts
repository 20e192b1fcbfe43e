import { describe, expect, test } from 'vitest';
import type { FolderSite } from '#server/storefront/sites/host-index.ts';
import { resolveClaims } from '#server/storefront/sites/site-claims.ts';
import { SiteConfig } from '#shared/site/site-config.ts';

const site = (folder: string, id: number, host: string, more: object = {}): FolderSite => ({
  folder,
  config: SiteConfig.parse({
    id,
    name: folder,
    hosts: [{ name: host }],
    origin: `https://${host}`,
    languages: ['fr_FR'],
    defaultLang: 'fr_FR',
    ...more,
  }),
});
const folders = (sites: readonly FolderSite[]) => sites.map(({ folder }) => folder);

test('sites that claim different things are all good', () => {
  const { sites, issues: faults } = resolveClaims([site('a', 1, 'a.fr'), site('b', 2, 'b.fr')]);
  expect(folders(sites)).toEqual(['a', 'b']);
  expect(faults).toEqual([]);
});

test.each([
  ['host', site('b', 2, 'a.fr'), 'the host a.fr already belongs to a'],
  ['id', site('b', 1, 'b.fr'), 'the id 1 already belongs to a'],
])('of two that claim one %s the first stays', (_, second, reason) => {
  const { sites, issues: faults } = resolveClaims([site('a', 1, 'a.fr'), second]);
  expect(folders(sites)).toEqual(['a']);
  expect(faults).toEqual([{ folder: 'b', reason }]);
});

test('only one site is the default', () => {
  const { issues: faults } = resolveClaims([
    site('a', 1, 'a.fr', { default: true }),
    site('b', 2, 'b.fr', { default: true }),
  ]);
  expect(faults[0]?.reason).toContain('localhost');
});

test('who had a host keeps it, wherever its folder stands in the alphabet', () => {
  const b = site('b', 2, 'b.fr');
  const { sites, issues: faults } = resolveClaims([site('a', 1, 'b.fr'), b], [b]);
  expect(folders(sites)).toEqual(['b']);
  expect(faults[0]).toMatchObject({ folder: 'a' });
});

test('a site that reaches for another’s host keeps its last good version', () => {
  const before = [site('a', 1, 'a.fr'), site('b', 2, 'b.fr')];
  const { sites, issues: faults } = resolveClaims([site('a', 1, 'b.fr'), site('b', 2, 'b.fr')], before);
  expect(sites).toEqual(before);
  expect(faults).toEqual([{ folder: 'a', reason: 'the host b.fr already belongs to b' }]);
});

test('what one gives up another may take', () => {
  const before = [site('a', 1, 'a.fr'), site('b', 2, 'b.fr')];
  const after = [site('a', 1, 'c.fr'), site('b', 2, 'a.fr')];
  expect(resolveClaims(after, before)).toEqual({ sites: after, faults: [] });
});

describe('a domain that is one estate’s', () => {
  const owner = site('a', 1, 'www.a.fr', { cookieDomain: 'a.fr' });
  const neighbour = site('b', 2, 'b.a.fr');
  const reason = (text: string) => [{ folder: expect.any(String), reason: text }];

  test('has no host of another, which would get its cookies', () => {
    for (const other of [neighbour, site('b', 2, 'a.fr')])
      expect(resolveClaims([owner, other])).toEqual({
        sites: [owner],
        faults: reason('the domain a.fr already belongs to a'),
      });
  });

  test('cannot be taken where another has been before', () => {
    expect(resolveClaims([owner, neighbour], [neighbour])).toEqual({
      sites: [neighbour],
      faults: reason('the host b.a.fr already belongs to b'),
    });
    const modest = site('a', 1, 'www.a.fr');
    expect(resolveClaims([owner, neighbour], [modest, neighbour]).sites).toEqual([modest, neighbour]);
  });

  test('is not that of a look-alike, or of others under the same ending', () => {
    const others = [site('b', 2, 'xa.fr'), site('c', 3, 'c.fr', { cookieDomain: 'c.fr' })];
    expect(resolveClaims([owner, ...others])).toEqual({ sites: [owner, ...others], faults: [] });
  });

  test.each(['fr', 'b.fr', '.a.fr', 'A.fr'])('is one that its hosts are in: "%s" is not', (cookieDomain) => {
    expect(() => site('a', 1, 'www.a.fr', { cookieDomain })).toThrow('cookieDomain');
  });
});

test('a removed site’s host is free', () => {
  const { sites } = resolveClaims([site('b', 2, 'a.fr')], [site('a', 1, 'a.fr')]);
  expect(folders(sites)).toEqual(['b']);
});
