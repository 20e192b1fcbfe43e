import { render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LocationContext } from '#client/core/navigation.ts';
import { PageAnnouncer } from '#client/layout/notices/PageOverlays.tsx';

interface ShownPage {
  pathname: string;
  title: string;
  search?: string;
  hash?: string;
}

/** Renders a page with a search field above its content, and returns a function that shows another page. */
function renderPage(initial: ShownPage): (next: ShownPage) => void {
  const pageOf = ({ pathname, title, search = '', hash = '' }: ShownPage) => (
    <LocationContext value={{ pathname, search, hash }}>
      <input aria-label="Search" />
      <main id="content" tabIndex={-1} />
      <PageAnnouncer title={title} />
    </LocationContext>
  );
  const { rerender } = render(pageOf(initial));
  return (next) => rerender(pageOf(next));
}

const liveRegion = () => document.querySelector<HTMLElement>('[aria-live]')!;
const content = () => document.getElementById('content')!;
const search = () => document.querySelector('input')!;

/** Returns the texts that a screen reader announces, because they were added to the live region by `change`. */
function listAnnouncements(change: () => void): (string | null)[] {
  const observer = new MutationObserver(() => {});
  observer.observe(liveRegion(), { childList: true, characterData: true, subtree: true });
  change();
  const announcements = observer
    .takeRecords()
    .flatMap(({ type, target, addedNodes }) => (type === 'characterData' ? [target] : [...addedNodes]))
    .map(({ textContent }) => textContent);
  observer.disconnect();
  return announcements;
}

describe('PageAnnouncer', () => {
  let show: (next: ShownPage) => void;
  beforeEach(() => {
    show = renderPage({ pathname: '/', title: 'Home' });
    search().focus();
  });
  afterEach(() => document.head.replaceChildren());

  test('announces nothing and leaves the focus where it is on the first page', () => {
    expect(liveRegion().textContent).toBe('');
    expect(document.activeElement).toBe(search());
  });

  test('announces the title of the next page politely and moves the focus to its content', () => {
    expect(listAnnouncements(() => show({ pathname: '/wines', title: 'Wines' }))).toEqual(['Wines']);
    expect(liveRegion().getAttribute('aria-live')).toBe('polite');
    expect(document.activeElement).toBe(content());
  });

  test('announces the first page when the visitor returns to it', () => {
    show({ pathname: '/wines', title: 'Wines' });
    expect(listAnnouncements(() => show({ pathname: '/', title: 'Home' }))).toEqual(['Home']);
  });

  test('announces a page with the same title as the page before it', () => {
    show({ pathname: '/wines/merlot/1', title: 'Merlot' });
    expect(listAnnouncements(() => show({ pathname: '/wines/merlot/2', title: 'Merlot' }))).toEqual(['Merlot']);
  });

  test.each([
    ['another query', { search: '?page=2' }],
    ['a fragment', { hash: '#contact' }],
    ['a new title', { title: 'Home (2)' }],
  ])('neither announces nor moves the focus for %s on the same path', (_, change) => {
    expect(listAnnouncements(() => show({ pathname: '/', title: 'Home', ...change }))).toEqual([]);
    expect(document.activeElement).toBe(search());
  });

  test('removes the structured data of the first page when another page is shown', () => {
    const data = document.createElement('script');
    data.type = 'application/ld+json';
    document.head.append(data);
    show({ pathname: '/', title: 'Home', search: '?page=2' });
    expect(data.isConnected).toBe(true);
    show({ pathname: '/wines', title: 'Wines' });
    expect(data.isConnected).toBe(false);
  });
});
