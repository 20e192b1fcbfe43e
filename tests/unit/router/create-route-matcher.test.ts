import { matchRoutes, type RouteObject } from 'react-router';
import { expect, test, vi } from 'vitest';
import { createRouteMatcher } from '#client/router/create-route-matcher.ts';

const paths = [
  '/',
  '/nos-vins',
  '/nos-vins/rouges',
  '/nos-vins/:slug/:id',
  '/nos-vins/dossier/:id',
  '/wines/:id',
  '/wines/:slug/:id',
  '/wines/:slug/:id/detail/:idDeclination',
  '/wines/:slug/:id/:year',
  '/été',
  '/a.b+c',
  '*',
];
const routes: RouteObject[] = paths.map((path) => ({ id: path, path, caseSensitive: true }));
const segments = [
  'nos-vins',
  'NOS-VINS',
  'rouges',
  'dossier',
  'wines',
  'detail',
  '7',
  'chateau',
  '%C3%A9t%C3%A9',
  'été',
];
const others = ['a.b+c', 'axb+c', '%2F', '', 'nos%2Dvins', '*', ':slug'];
const words = [...segments, ...others];

const findWithRouter = (path: string) => matchRoutes(routes, path)?.at(-1)?.route;

test('a route matcher finds the route that matchRoutes finds among all routes', () => {
  const matchRoute = createRouteMatcher(routes);
  const urls = ['/', '//', ''];
  for (const one of words) {
    urls.push(`/${one}`, `/${one}/`);
    for (const two of words) {
      urls.push(`/${one}/${two}`, `/${one}/${two}//`);
      for (const three of words.slice(0, 6)) urls.push(`/${one}/${two}/${three}`, `/wines/${one}/${two}/${three}`);
      urls.push(`/wines/chateau/${one}/detail/${two}`);
    }
  }
  const found = new Set(urls.map((url) => matchRoute(url)?.path));
  for (const url of urls) expect(matchRoute(url)?.path, url).toBe(findWithRouter(url)?.path);
  expect(found).toEqual(new Set(paths));
  // The matcher caches the routes of the most recent paths.
  const last = urls.slice(-50);
  expect(last.map((url) => matchRoute(url)?.path)).toEqual(last.map((url) => findWithRouter(url)?.path));
});

test('a route matcher finds no route if none matches and there is no route for all other paths', () => {
  expect(createRouteMatcher(routes.slice(0, -1))('/elsewhere')).toBeUndefined();
});

test('a route matcher finds the same route of a malformed path', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const matchRoute = createRouteMatcher(routes);
  for (const url of ['/%zz', '/wines/%zz', '/%C3%A9t%C3%A9/%zz', '/nos-vins/%zz/7', '/%zz/nos-vins'])
    expect(matchRoute(url)?.path, url).toBe(findWithRouter(url)?.path);
  warn.mockRestore();
});
