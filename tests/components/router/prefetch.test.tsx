import { fireEvent } from '@testing-library/react';
import type { RouteObject } from 'react-router';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { pageDefinitions } from '#client/app/page-definitions.ts';
import { interceptNavigation } from '#client/router/intercept-navigation.ts';

const route = (path: string, kind: string): RouteObject => ({ id: path, path, handle: { kind, entry: null } });
const routes = [
  route('/', 'HOME'),
  route('/vins', 'WINE'),
  route('/actualites', 'NEWS'),
  route('/cart', 'CART'),
  route('/account', 'ACCOUNT'),
  route('/services/degustation/1', 'SERVICE'),
];

const prefetch = vi.fn<(url: URL) => void>();
let stop: () => void;

const link = (href: string): HTMLAnchorElement => {
  const element = document.createElement('a');
  element.href = href;
  document.body.append(element);
  return element;
};

beforeEach(() => {
  vi.useFakeTimers();
  prefetch.mockClear();
  window.history.replaceState(null, '', '/');
  stop = interceptNavigation({ routes, definitions: pageDefinitions, navigate: vi.fn(), prefetch });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  document.body.replaceChildren();
});

// The code of the pages, which is loaded as well, would otherwise arrive after the end of the file.
afterAll(() => vi.dynamicImportSettled());

const restOn = (href: string) => {
  fireEvent.pointerOver(link(href));
  vi.advanceTimersByTime(100);
};
const prefetched = () => prefetch.mock.calls.map(([{ pathname }]) => pathname);

describe('the page of a link', () => {
  test('is prefetched once, after the pointer has rested on the link', () => {
    const wines = link('/vins');
    fireEvent.pointerOver(wines);
    vi.advanceTimersByTime(40);
    expect(prefetched()).toEqual([]);
    vi.advanceTimersByTime(60);
    restOn('/vins');
    expect(prefetched()).toEqual(['/vins']);
  });

  test('is not prefetched if the pointer only crosses the link', () => {
    fireEvent.pointerOver(link('/vins'));
    vi.advanceTimersByTime(40);
    fireEvent.pointerOver(document.body);
    vi.advanceTimersByTime(500);
    expect(prefetched()).toEqual([]);
  });

  test('is prefetched at once when the link is pressed', () => {
    fireEvent.pointerDown(link('/actualites'));
    expect(prefetched()).toEqual(['/actualites']);
  });

  test.each([
    '/cart',
    '/account',
    '/services/degustation/1',
    '/vins?page=2',
    '/',
    '/file/1/a.pdf',
    'https://other.example/vins',
  ])('is not prefetched at %s', (href) => {
    restOn(href);
    expect(prefetched()).toEqual([]);
  });

  test('is not prefetched for a visitor who saves data', () => {
    vi.stubGlobal('navigator', { ...navigator, connection: { saveData: true } });
    restOn('/vins');
    vi.unstubAllGlobals();
    expect(prefetched()).toEqual([]);
  });
});
