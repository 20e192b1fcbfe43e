import { describe, expect, it } from 'vitest';
import { pageDefinitions } from '#client/app/page-definitions.ts';
import { fixedPathPageKinds } from '#client/core/fixed-path-pages.ts';
import { toTrackedPage } from '#client/features/consent/tracking/tracked-page.ts';
import { isFirstPartyPath } from '#shared/site/personal-paths.ts';

const site = { origin: 'https://chenes.example', name: 'Domaine des Chênes' };
const home = { url: 'https://chenes.example/', title: 'Domaine des Chênes', isReported: false };

describe('toTrackedPage', () => {
  it('names the canonical URL without its query', () => {
    const head = { title: 'Nos vins', canonical: '/nos-vins?page=2' };
    expect(toTrackedPage(site, '/nos-vins', { head })).toEqual({
      url: 'https://chenes.example/nos-vins',
      title: 'Nos vins',
      isReported: true,
    });
  });

  it('leaves out the title of a search, which contains what was searched for', () => {
    const head = { title: 'Recherche de « cognac »', canonical: '/products/search?search=cognac', hasNoIndex: true };
    expect(toTrackedPage(site, '/products/search', { head })).toEqual({
      url: 'https://chenes.example/products/search',
      title: site.name,
      isReported: true,
    });
  });

  it.each(['/cart', '/checkout/done/7', '/account/orders/7', '/orders/a-token', '/password/reset/a-token', '/auth'])(
    'does not report %s',
    (pathname) => {
      expect(toTrackedPage(site, pathname, { head: { title: 'x' } })).toEqual(home);
    },
  );

  it('does not report a failure, whose path can contain anything', () => {
    const failure = { status: 404, message: '' };
    expect(toTrackedPage(site, '/secret-typo', { head: { title: 'x' }, failure })).toEqual(home);
  });
});

it('every page with a secret in its URL is a personal page, which runs no code of third parties', () => {
  const secretPaths = Object.entries(fixedPathPageKinds).flatMap(([path, kind]) =>
    pageDefinitions[kind].hasSecret ? [path] : [],
  );
  expect(secretPaths.length).toBeGreaterThan(3);
  expect(secretPaths.filter((path) => !isFirstPartyPath(path))).toEqual([]);
  expect(['/account', '/auth'].map(isFirstPartyPath)).toEqual([true, true]);
  expect(['/', '/cart', '/checkout', '/checkout/done/7', '/accounting'].map(isFirstPartyPath)).not.toContain(true);
});
