import type { Page } from '@playwright/test';
import { z } from 'zod';
import type { ContentTypeName } from '#shared/content-type-pages.ts';
import { contentTypes } from '#shared/content-types.ts';
import { expect, httpGet, test } from '#tests/support/browser/shop-test.ts';
import { type TestHost, testHosts } from '#tests/support/fixtures/estates.ts';

interface Entry {
  loc: string;
  lastmod: string | null;
  alternates: [string | null, string | null][];
}

/** Parses a sitemap with the browser's XML parser, which reports errors in a `parsererror` element. */
const readSitemap = (page: Page, xml: string) =>
  page.evaluate((text): Entry[] => {
    const document = new DOMParser().parseFromString(text, 'application/xml');
    const parserError = document.querySelector('parsererror');
    if (parserError) throw new Error(parserError.textContent ?? 'not well-formed');
    return [...document.querySelectorAll('urlset > url')].map((url) => ({
      loc: url.querySelector('loc')?.textContent ?? '',
      lastmod: url.querySelector('lastmod')?.textContent ?? null,
      alternates: [...url.getElementsByTagNameNS('http://www.w3.org/1999/xhtml', 'link')].map((link) => [
        link.getAttribute('hreflang'),
        link.getAttribute('href'),
      ]),
    }));
  }, xml);

const readFeed = (page: Page, xml: string) =>
  page.evaluate((text) => {
    const document = new DOMParser().parseFromString(text, 'application/xml');
    const parserError = document.querySelector('parsererror');
    if (parserError) throw new Error(parserError.textContent ?? 'not well-formed');
    const childrenOf = (element: Element, name: string) =>
      [...element.children].filter(({ localName }) => localName === name);
    const texts = (element: Element, name: string) =>
      childrenOf(element, name).map(({ textContent }) => textContent ?? '');
    const links = (element: Element) =>
      childrenOf(element, 'link').map((link) => ({
        rel: link.getAttribute('rel') ?? 'alternate',
        href: link.getAttribute('href'),
      }));
    const commonFields = (element: Element) => ({
      id: texts(element, 'id'),
      title: texts(element, 'title'),
      updated: texts(element, 'updated'),
      published: texts(element, 'published'),
      summary: texts(element, 'summary'),
      authors: childrenOf(element, 'author').flatMap((author) => texts(author, 'name')),
      links: links(element),
    });
    const feed = document.documentElement;
    return {
      namespace: feed.namespaceURI,
      lang: feed.getAttribute('xml:lang'),
      ...commonFields(feed),
      entries: childrenOf(feed, 'entry').map(commonFields),
    };
  }, xml);

/** The least number of entries of a feed in the demonstration, if it is not 1. */
const minEntriesByType: Partial<Record<ContentTypeName, number>> = { news: 4, blog: 4, albums: 2, elements: 4 };

/** Lists the feeds of a site in the order of the registry, each with the path of the list page of its items. */
const listFeeds = (host: TestHost) =>
  (Object.keys(contentTypes) as ContentTypeName[]).flatMap((name) => {
    const { feed } = contentTypes[name];
    const list = host.lists[name];
    return feed && list ? [{ path: feed.path, list, minEntries: minEntriesByType[name] ?? 1 }] : [];
  });

for (const host of testHosts) {
  test(`every address in the sitemap of ${host.name} returns 200 and is canonical`, async ({ page }) => {
    const { text, headers } = await httpGet(host, '/sitemap.xml');
    expect(headers['content-type']).toContain('application/xml');
    const entries = await readSitemap(page, text);
    const locations = entries.map(({ loc }) => loc);
    expect(new Set(locations).size).toBe(locations.length);
    for (const { path } of [...host.routes, ...host.listItemRoutes])
      if (path !== '/products/search') expect(locations).toContain(host.origin + path);
    for (const { loc, lastmod, alternates } of entries) {
      expect(loc.startsWith(`${host.origin}/`), loc).toBe(true);
      const response = await httpGet(host, loc.slice(host.origin.length));
      expect(response.status, loc).toBe(200);
      expect(response.text.includes(`<link rel="canonical" href="${loc}"`), `${loc} is canonical`).toBe(true);
      expect(response.text.includes('name="robots"'), `${loc} has no robots meta`).toBe(false);
      if (lastmod) expect(z.iso.datetime().safeParse(lastmod).success, lastmod).toBe(true);
      const self = alternates.find(([code]) => code === host.lang);
      if (alternates.length > 0) expect(self?.[1], 'the alternates contain the address itself').toBe(loc);
      for (const [code, href] of alternates)
        expect(
          response.text.toLowerCase().includes(`hreflang="${code?.toLowerCase()}" href="${href}"`.toLowerCase()),
          `${loc} has the same ${code} alternate as the sitemap`,
        ).toBe(true);
    }
    for (const word of host.foreignWords) expect(text).not.toContain(word);
  });

  test(`robots.txt of ${host.name} names the sitemap and disallows the API`, async () => {
    const { text, headers, status } = await httpGet(host, '/robots.txt');
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('text/plain');
    expect(text).toMatch(/^User-agent: \*$/m);
    expect(text).toMatch(/^Disallow: \/api\/$/m);
    expect(text).toContain(`Sitemap: ${host.origin}/sitemap.xml`);
    expect(text).not.toMatch(/^Disallow: \/$/m);
  });

  for (const { path, minEntries, list } of listFeeds(host)) {
    test(`the Atom feed ${path} of ${host.name} is valid and its entries exist`, async ({ page }) => {
      const { text, headers } = await httpGet(host, path);
      expect(headers['content-type']).toContain('application/atom+xml');
      const feed = await readFeed(page, text);
      expect(feed.namespace).toBe('http://www.w3.org/2005/Atom');
      expect(feed.lang).toBe(host.lang);
      expect(feed.authors).toEqual([host.estate]);
      expect(feed.links).toContainEqual({ rel: 'self', href: `${host.origin}${path}` });
      expect(feed.links).toContainEqual({ rel: 'alternate', href: host.origin + list });
      expect(feed.entries.length).toBeGreaterThanOrEqual(minEntries);
      for (const { id, title, updated, published, links, summary } of [
        ...feed.entries,
        { ...feed, published: feed.updated, summary: ['-'] },
      ]) {
        expect(id).toHaveLength(1);
        expect(() => new URL(id[0] ?? '')).not.toThrow();
        expect(title).toHaveLength(1);
        expect(title[0]).not.toBe('');
        expect(updated).toHaveLength(1);
        for (const date of [...updated, ...published])
          expect(z.iso.datetime({ offset: true }).safeParse(date).success, date).toBe(true);
        expect(links.filter(({ rel }) => rel === 'alternate')).toHaveLength(1);
        expect(summary).toHaveLength(1);
      }
      const ids = [...feed.id, ...feed.entries.flatMap(({ id }) => id)];
      expect(new Set(ids).size).toBe(ids.length);
      const newest = feed.entries
        .flatMap(({ updated }) => updated)
        .sort()
        .at(-1);
      expect(feed.updated).toEqual([newest]);
      for (const { links } of feed.entries) {
        const href = links.find(({ rel }) => rel === 'alternate')?.href ?? '';
        expect((await httpGet(host, href.slice(host.origin.length))).status, href).toBe(200);
      }
      for (const word of host.foreignWords) expect(text).not.toContain(word);
    });
  }

  test(`the home page of ${host.name} links each feed with a title of its own`, async () => {
    const { text } = await httpGet(host, '/');
    const links = [
      ...text.matchAll(/<link rel="alternate" type="application\/atom\+xml" href="([^"]+)" title="([^"]+)">/g),
    ];
    const feeds = listFeeds(host);
    expect(feeds.length).toBeGreaterThanOrEqual(Object.keys(minEntriesByType).length);
    expect(links.map(([, href]) => href)).toEqual(feeds.map(({ path }) => path));
    expect(new Set(links.map(([, , title]) => title)).size).toBe(feeds.length);
  });

  test(`${host.name} serves its own icon and manifest`, async () => {
    const Manifest = z.object({
      name: z.literal(host.estate),
      lang: z.literal(host.lang),
      start_url: z.literal('/'),
      display: z.string(),
      background_color: z.string().regex(/^#[0-9a-f]{6}$/i),
      theme_color: z.string().regex(/^#[0-9a-f]{6}$/i),
      icons: z.array(z.object({ src: z.string(), type: z.string(), sizes: z.string() })).min(1),
    });
    const response = await httpGet(host, '/manifest.webmanifest');
    expect(response.headers['content-type']).toContain('application/manifest+json');
    const manifest = Manifest.parse(JSON.parse(response.text));
    for (const { src, type } of manifest.icons) {
      const icon = await httpGet(host, src);
      expect(icon.status).toBe(200);
      expect(icon.headers['content-type']).toContain(type);
    }
    const redirect = await httpGet(host, '/favicon.ico');
    expect(redirect.status).toBe(302);
    expect((await httpGet(host, String(redirect.headers.location))).status).toBe(200);
    const { text } = await httpGet(host, '/');
    const iconPath = /<link rel="icon" href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect((await httpGet(host, iconPath)).status).toBe(200);
  });
}
