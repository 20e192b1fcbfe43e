import { act } from '@testing-library/react';
import { useState } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { AppProvider } from '#client/core/app-context.tsx';
import { LocationContext } from '#client/core/navigation.ts';
import type { PageMetadata } from '#client/core/page-module.ts';
import { createFailurePage } from '#client/core/page-result.ts';
import { PageHead } from '#client/layout/Document.tsx';
import { englishTexts, renderInApp } from '#tests/components/render-in-app.tsx';

interface ShownHead {
  head: PageMetadata;
  status: number;
  pathname: string;
}

const list: ShownHead = {
  head: { title: 'Wines', description: 'All our wines', next: '/wines?page=2' },
  status: 200,
  pathname: '/wines',
};
const product: ShownHead = {
  head: { title: 'Rosé', description: 'Fresh', type: 'product', image: { url: '/image/1' } },
  status: 200,
  pathname: '/wines/rose/6',
};
const notFound: ShownHead = { head: createFailurePage(404, 'Page not found').head, status: 404, pathname: '/nothing' };
const serverError: ShownHead = {
  head: createFailurePage(500, 'Something went wrong').head,
  status: 500,
  pathname: '/wines',
};

type Navigate = (next: ShownHead) => void;

function NavigableHead({ initial, onRender }: { initial: ShownHead; onRender: (navigate: Navigate) => void }) {
  const [{ head, status, pathname }, setShown] = useState(initial);
  onRender(setShown);
  return (
    <LocationContext value={{ pathname, search: '', hash: '' }}>
      <PageHead head={head} status={status} languages={[]} />
    </LocationContext>
  );
}

/** Renders the head of a document, and returns a function that replaces its metadata as a navigation does. */
function renderHead(initial: ShownHead): Navigate {
  let setShown: Navigate = () => {};
  const onRender = (navigate: Navigate) => {
    setShown = navigate;
  };
  renderInApp(<NavigableHead initial={initial} onRender={onRender} />);
  return (next) => act(() => setShown(next));
}

const contents = (selector: string) =>
  [...document.querySelectorAll(selector)].map(
    (element) => element.getAttribute('content') ?? element.getAttribute('href') ?? element.textContent,
  );
const titles = () => contents('title');

/** Returns the names of the tags that occur more than once in the document's head. */
function duplicates(): string[] {
  const names = [...document.querySelectorAll('title, meta, link')].map(
    (tag) => `${tag.tagName} ${tag.getAttribute('name') ?? tag.getAttribute('property') ?? tag.getAttribute('rel')}`,
  );
  return names.filter((name, index) => names.indexOf(name) !== index);
}

describe('PageHead', () => {
  test('renders title, description, canonical address and OpenGraph data of the page', () => {
    renderHead(list);
    expect(titles()).toEqual(['Wines – Clos']);
    expect(contents('meta[name=description]')).toEqual(['All our wines']);
    expect(contents('link[rel=canonical]')).toEqual(['/wines']);
    expect(contents('link[rel=next]')).toEqual(['/wines?page=2']);
    expect(contents('meta[property="og:title"]')).toEqual(['Wines']);
    expect(contents('meta[name=robots]')).toEqual([]);
  });

  test('replaces every tag on a navigation and leaves none behind', () => {
    const navigate = renderHead(list);
    for (const next of [product, list, notFound, product, serverError, list]) {
      navigate(next);
      expect(titles()).toEqual([`${next.head.title} – Clos`]);
      expect(duplicates()).toEqual([]);
      expect(contents('meta[name=description]')).toEqual(next.head.description ? [next.head.description] : []);
    }
  });

  test.each([
    ['404', notFound],
    ['500', serverError],
  ])('titles a page of status %s by its message and keeps it out of search engines', (_, failure) => {
    const navigate = renderHead(list);
    navigate(failure);
    expect(titles()).toEqual([`${failure.head.title} – Clos`]);
    expect(contents('meta[name=robots]')).toEqual(['noindex']);
    expect(contents('link[rel=canonical]')).toEqual([]);
    expect(contents('meta[property="og:url"]')).toEqual([]);
  });

  test('renders alternates only for pages that exist in another language', () => {
    const shell = {
      site: {
        id: 1,
        name: 'Clos',
        lang: 'en' as const,
        defaultLang: 'en' as const,
        timeZone: 'Europe/Paris',
        origin: 'https://clos.example',
        alternates: [],
      },
      parameters: {},
      logos: {},
      pages: [],
      address: null,
      newsletter: '',
      externalIds: {},
    };
    const link = { shortLabel: 'en', label: '', href: '/' };
    const html = renderToString(
      <AppProvider value={{ shell, texts: englishTexts, today: 'monday' }}>
        <PageHead
          head={list.head}
          status={200}
          languages={[
            { ...link, lang: 'en', code: 'en', canonical: 'https://clos.example/wines' },
            { ...link, lang: 'fr_FR', code: 'fr-FR', canonical: null },
          ]}
        />
      </AppProvider>,
    );
    expect(html).toContain('<link rel="alternate" hrefLang="en" href="https://clos.example/wines"/>');
    expect(html).not.toContain('fr-FR');
  });
});
