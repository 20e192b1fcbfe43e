import type { RouteObject } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PageResult } from '#client/core/page-result.ts';
import {
  type BrowserRouter,
  findRouteKindOfPath,
  type RouterState,
  startBrowserRouter,
} from '#client/router/browser-router.ts';
import { apiReaderContext } from '#client/router/routes.ts';
import type { ApiReader } from '#shared/rendering.ts';

const resultOf = (title: string): PageResult => ({ status: 200, data: null, head: { title } });
const read: ApiReader = () => Promise.reject(new Error('no reads in this test'));

const homeLoader = vi.fn(() => resultOf('Home'));
const routes: RouteObject[] = [
  { id: '/', path: '/', handle: { kind: 'HOME', entry: null }, loader: homeLoader },
  {
    id: '/wines',
    path: '/wines',
    handle: { kind: 'WINE', entry: null },
    loader: ({ context }) => resultOf(context.get(apiReaderContext) === read ? 'Wines' : 'no read function'),
  },
  {
    id: '/broken',
    path: '/broken',
    handle: { kind: 'CMS', entry: null },
    loader: () => {
      throw new Error('broken');
    },
  },
];

let router: BrowserRouter;
let states: RouterState[];

beforeEach(() => {
  window.history.replaceState(null, '', '/');
  homeLoader.mockClear();
  states = [];
  router = startBrowserRouter({ routes, initialPage: resultOf('Home from the server'), read });
  router.subscribe((state) => states.push(state));
});
afterEach(() => router.dispose());

async function navigate(to: string, options?: Parameters<BrowserRouter['navigate']>[1]): Promise<RouterState> {
  router.navigate(to, options);
  await vi.waitFor(() => {
    expect(router.getState().navigation.state).toBe('idle');
    expect(router.getState().location.pathname).toBe(new URL(to, window.location.href).pathname);
  });
  return router.getState();
}

describe('startBrowserRouter', () => {
  test('starts with the page of the server and does not load it again', () => {
    const { location, kind, page, navigation, scrollTarget } = router.getState();
    expect(location.pathname).toBe('/');
    expect(kind).toBe('HOME');
    expect(page?.head.title).toBe('Home from the server');
    expect(navigation.state).toBe('idle');
    expect(scrollTarget.restoreScrollPosition).toBe(false);
    expect(homeLoader).not.toHaveBeenCalled();
  });

  test('reports the loading state with the target address, then the loaded page', async () => {
    const { key } = router.getState();
    const arrived = await navigate('/wines?page=2#top');
    const loading = states[0];
    expect(loading?.navigation).toMatchObject({
      state: 'loading',
      location: { pathname: '/wines', search: '?page=2' },
    });
    expect(loading?.page?.head.title).toBe('Home from the server');
    expect(arrived).toMatchObject({ kind: 'WINE', page: { head: { title: 'Wines' } } });
    expect(arrived.location).toMatchObject({ pathname: '/wines', search: '?page=2', hash: '#top' });
    expect(arrived.scrollTarget).toMatchObject({ hash: '#top', preventScrollReset: false });
    expect(arrived.key).not.toBe(key);
    expect(window.location.pathname).toBe('/wines');
  });

  test('passes on the options of a navigation', async () => {
    const before = window.history.length;
    const arrived = await navigate('/wines', { replace: true, preventScrollReset: true });
    expect(arrived.scrollTarget.preventScrollReset).toBe(true);
    expect(window.history.length).toBe(before);
  });

  test('reports no page if a loader throws', async () => {
    const { kind, page } = await navigate('/broken');
    expect(kind).toBe('CMS');
    expect(page).toBeUndefined();
  });

  test('reports the recorded scroll position of an entry that is visited again', async () => {
    const positions: Record<string, number> = {};
    const stop = router.recordScrollPositions(positions);
    const scrollY = vi.spyOn(window, 'scrollY', 'get').mockReturnValue(700);
    await navigate('/wines');
    scrollY.mockReturnValue(0);
    window.history.back();
    await vi.waitFor(() => expect(router.getState().location.pathname).toBe('/'));
    await vi.waitFor(() => expect(router.getState().scrollTarget.restoreScrollPosition).toBe(700));
    stop();
    scrollY.mockRestore();
  });

  test('reports nothing after the subscription has ended', async () => {
    const received: RouterState[] = [];
    router.subscribe((state) => received.push(state))();
    await navigate('/wines');
    expect(states.length).toBeGreaterThan(0);
    expect(received).toEqual([]);
  });
});

describe('findRouteKindOfPath', () => {
  test('returns the kind of a known path and null for any other', () => {
    expect(findRouteKindOfPath(routes, '/wines')).toBe('WINE');
    expect(findRouteKindOfPath(routes, '/nothing')).toBeNull();
  });
});
