import { describe, expect, test } from 'vitest';
import type { ConfiguredSite } from '#server/storefront/sites/host-index.ts';
import { resolveSiteConflicts } from '#server/storefront/sites/resolve-site-conflicts.ts';
import { SiteConfig } from '#shared/site/site-config.ts';

const site = (folder: string, id: number, host: string, overrides: object = {}): ConfiguredSite => ({
  folder,
  config: SiteConfig.parse({
    id,
    name: folder,
    hosts: [{ name: host }],
    origin: `https://${host}`,
    languages: ['fr_FR'],
    defaultLang: 'fr_FR',
    ...overrides,
  }),
});
const folders = (sites: readonly ConfiguredSite[]) => sites.map(({ folder }) => folder);

describe('resolveSiteConflicts', () => {
  test('accepts sites with different claims', () => {
    const { sites, issues } = resolveSiteConflicts([site('a', 1, 'a.fr'), site('b', 2, 'b.fr')]);
    expect(folders(sites)).toEqual(['a', 'b']);
    expect(issues).toEqual([]);
  });

  test.each([
    ['host', site('b', 2, 'a.fr'), 'the host a.fr already belongs to a'],
    ['id', site('b', 1, 'b.fr'), 'the id 1 already belongs to a'],
  ])('rejects the second site with the same %s', (_, second, reason) => {
    const { sites, issues } = resolveSiteConflicts([site('a', 1, 'a.fr'), second]);
    expect(folders(sites)).toEqual(['a']);
    expect(issues).toEqual([{ folder: 'b', reason }]);
  });

  test('rejects a second default site', () => {
    const { issues } = resolveSiteConflicts([
      site('a', 1, 'a.fr', { default: true }),
      site('b', 2, 'b.fr', { default: true }),
    ]);
    expect(issues[0]?.reason).toContain('localhost');
  });

  test('prefers the previous owner of a host to the order of folders', () => {
    const b = site('b', 2, 'b.fr');
    const { sites, issues } = resolveSiteConflicts([site('a', 1, 'b.fr'), b], [b]);
    expect(folders(sites)).toEqual(['b']);
    expect(issues[0]).toMatchObject({ folder: 'a' });
  });

  test('keeps the previous version of a site that claims the host of another', () => {
    const before = [site('a', 1, 'a.fr'), site('b', 2, 'b.fr')];
    const { sites, issues } = resolveSiteConflicts([site('a', 1, 'b.fr'), site('b', 2, 'b.fr')], before);
    expect(sites).toEqual(before);
    expect(issues).toEqual([{ folder: 'a', reason: 'the host b.fr already belongs to b' }]);
  });

  test('prefers an imported site to a folder that the API has not imported, although that was read first', () => {
    const folder = site('a', 1, 'x.fr');
    const edited = site('b', 2, 'b.fr', { hosts: [{ name: 'b.fr' }, { name: 'x.fr' }] });
    const isImported = ({ config }: ConfiguredSite) => config.id === 2;
    const { sites, issues } = resolveSiteConflicts([folder, edited], [folder, site('b', 2, 'b.fr')], isImported);
    expect(sites).toEqual([edited]);
    expect(issues).toEqual([{ folder: 'a', reason: 'the host x.fr already belongs to b' }]);
  });

  test('lets a site take a host that another gives up', () => {
    const before = [site('a', 1, 'a.fr'), site('b', 2, 'b.fr')];
    const after = [site('a', 1, 'c.fr'), site('b', 2, 'a.fr')];
    expect(resolveSiteConflicts(after, before)).toEqual({ sites: after, issues: [] });
  });

  describe('the cookie domain of a site', () => {
    const owner = site('a', 1, 'www.a.fr', { cookieDomain: 'a.fr' });
    const neighbour = site('b', 2, 'b.a.fr');
    const reason = (text: string) => [{ folder: expect.any(String), reason: text }];

    test('excludes hosts of other sites, which would receive its cookies', () => {
      for (const other of [neighbour, site('b', 2, 'a.fr')])
        expect(resolveSiteConflicts([owner, other])).toEqual({
          sites: [owner],
          issues: reason('the domain a.fr already belongs to a'),
        });
    });

    test('is rejected if another site already has a host in it', () => {
      expect(resolveSiteConflicts([owner, neighbour], [neighbour])).toEqual({
        sites: [neighbour],
        issues: reason('the host b.a.fr already belongs to b'),
      });
      const withoutCookieDomain = site('a', 1, 'www.a.fr');
      expect(resolveSiteConflicts([owner, neighbour], [withoutCookieDomain, neighbour]).sites).toEqual([
        withoutCookieDomain,
        neighbour,
      ]);
    });

    test('permits look-alike domains and siblings under the same suffix', () => {
      const others = [site('b', 2, 'xa.fr'), site('c', 3, 'c.fr', { cookieDomain: 'c.fr' })];
      expect(resolveSiteConflicts([owner, ...others])).toEqual({ sites: [owner, ...others], issues: [] });
    });

    test.each(['fr', 'b.fr', '.a.fr', 'A.fr'])('must contain the hosts of the site: rejects "%s"', (cookieDomain) => {
      expect(() => site('a', 1, 'www.a.fr', { cookieDomain })).toThrow('cookieDomain');
    });
  });

  test('frees the host of a removed site', () => {
    const { sites } = resolveSiteConflicts([site('b', 2, 'a.fr')], [site('a', 1, 'a.fr')]);
    expect(folders(sites)).toEqual(['b']);
  });
});
