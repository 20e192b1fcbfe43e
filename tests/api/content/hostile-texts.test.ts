import ICAL from 'ical.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { render } from '#client/app/entry.server.tsx';
import { products } from '#server/api/catalogue/catalogue-tables.ts';
import { news } from '#server/api/content/content-tables.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { elements } from '#server/api/elements/elements-tables.ts';
import { pageEntries } from '#server/api/site/site-tables.ts';
import { renderWebManifest } from '#server/storefront/discovery/discovery-routes.ts';
import { createElementCalendar } from '#server/storefront/discovery/element-calendar.ts';
import { renderFeed } from '#server/storefront/discovery/feed.ts';
import { renderSitemap } from '#server/storefront/discovery/sitemap.ts';
import { buildApiPath } from '#shared/api-path.ts';
import { articleTypes } from '#shared/content/article-types.ts';
import { elementContentType } from '#shared/elements/element-content-type.ts';
import type { EndpointNamePattern } from '#shared/endpoint.ts';
import type { Lang } from '#shared/languages.ts';
import { ApiReadError, type ApiReader, type SiteInLanguage } from '#shared/rendering.ts';
import { saveTestElement } from '#tests/support/fixtures/element-input.ts';
import { sampleAssets } from '#tests/support/fixtures/sample-site.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();

/**
 * A text that ends attributes, elements, comments, CDATA sections and lines, unless its special characters are escaped.
 */
const attack = `"><img src=x onerror=alert(1)></script>'-->]]>&\r\nDTSTART:19700101T000000Z\rX-A:1\nX-B:2\u0007\u000b\u001b\u2028;`;
const hostile = (field: string, lang: Lang) => `${field} ${lang} ${attack}`;
const localised = (field: string) => ({ fr_FR: hostile(field, 'fr_FR'), en: hostile(field, 'en') });
/** Control characters except line breaks and tabs. XML, iCalendar or JSON forbids each of them unescaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for them
const controlCharacters = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/;

const createSite = (lang: Lang): SiteInLanguage => ({
  id: 40,
  name: hostile('site', lang),
  lang,
  defaultLang: 'fr_FR',
  timeZone: 'Europe/Paris',
  origin: 'https://clos.example',
  alternates: [{ lang, origin: 'https://clos.example', href: 'https://clos.example' }],
});

const createRead = (siteLang: Lang) =>
  (async (
    name: EndpointNamePattern,
    { params, query, lang = siteLang }: { params?: object; query?: object; lang?: Lang } = {},
  ) => {
    const { status, data, message } = await api.call(buildApiPath(name, { params, query }), { lang });
    if (status >= 400) throw new ApiReadError(status, message);
    return data;
  }) as ApiReader;

beforeAll(async () => {
  await seedEstate(api.db, api.filesDir, { id: 40, mark: 'Clos', languages: ['fr_FR', 'en'] });
  await saveTestElement(api.db, 40);
  await withSiteTransaction(api.db, 40, async (tx) => {
    await tx.update(news).set({ title: localised('title'), summary: localised('summary') });
    await tx.update(elements).set({
      title: localised('title'),
      summary: localised('summary'),
      place: localised('place'),
      placeAddress: localised('address'),
    });
    await tx.update(products).set({
      name: localised('title'),
      summary: localised('summary'),
      appellation: localised('appellation'),
      ingredients: localised('ingredients'),
      allergens: localised('allergens'),
      tasting: { eye: localised('eye'), nose: localised('nose'), mouth: localised('mouth') },
      facts: [{ label: localised('label'), text: localised('fact') }],
    });
    for (const [index, lang] of (['fr_FR', 'en'] as const).entries()) {
      const entry = {
        lang,
        menuTitle: hostile('menu', lang),
        title: hostile('page', lang),
        metaDescription: hostile('description', lang),
        showInMenu: true,
        isText: false,
        isCmsPage: false,
        cmsRoute: '',
        linkType: 'NONE' as const,
        linkUrl: '',
        linkCode: '',
      };
      await tx.insert(pageEntries).values([
        { ...entry, id: 20 + index, position: 7, url: 'actus', type: 'NEWS' },
        { ...entry, id: 30 + index, position: 8, url: 'agenda', type: 'ELEMENTS', elementRoute: 'events' },
      ]);
    }
  });
});

const { feed } = articleTypes.news;
if (!feed) throw new Error('news have no feed');
const newsType = { ...articleTypes.news, feed };

describe.each(['fr_FR', 'en'] as const)('hostile texts in %s', (lang) => {
  const site = createSite(lang);
  const read = createRead(lang);

  it.each([
    ['the feed of the news', () => renderFeed(newsType, site, read), 'title summary site'],
    ['the feed of the events', () => renderFeed(elementContentType, site, read), 'title summary site'],
    ['the sitemap', () => renderSitemap(site, read), ''],
  ])('are escaped in %s', async (_, write, fields) => {
    const xml = await write();
    expect(xml).not.toMatch(controlCharacters);
    const tag = /<\/?[a-z:]+(?: [a-z:]+="[^"<>]*")*\/?>/g;
    // Without its well-formed tags, the document is plain text, in which every special character has to be escaped.
    const text = xml.replace(/^<\?xml [^>]*\?>/, '').replace(tag, '');
    expect(text).not.toMatch(/[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/);
    const names = [...xml.matchAll(/<([a-z:]+)/g)].map(([, name]) => name);
    expect(names).not.toContain('img');
    for (const field of fields.split(' ').filter(Boolean))
      expect(text).toContain(`${field} ${lang} &quot;&gt;&lt;img src=x onerror=alert(1)&gt;&lt;/script&gt;`);
  });

  it('are escaped in the calendar file of an event', async () => {
    const file = await createElementCalendar({ route: 'events', file: '1.ics' }, site, read);
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(file.replaceAll('\r\n', '')).not.toMatch(controlCharacters);
    const unfolded = file.replaceAll(/\r\n[ \t]/g, '');
    expect(unfolded).not.toMatch(/^(?:X-A|X-B|DTSTART:1970)/m);
    const [event, ...others] = new ICAL.Component(ICAL.parse(file)).getAllSubcomponents('vevent');
    expect(others).toEqual([]);
    expect(event?.getAllProperties('dtstart')).toHaveLength(1);
    for (const [property, field] of [
      ['summary', 'title'],
      ['description', 'summary'],
      ['location', 'place'],
    ] as const)
      expect(event?.getFirstPropertyValue(property)).toContain(`${field} ${lang} "><img src=x`);
  });

  it('are escaped in the manifest', async () => {
    const text = await renderWebManifest(site, read);
    expect(text).not.toMatch(/[\r\n]/);
    expect(text).not.toMatch(controlCharacters);
    expect(JSON.parse(text)).toMatchObject({ name: site.name, short_name: site.name });
  });

  it.each([
    ['a news item', lang === 'en' ? '/actus/news-1/1' : '/actus/actualite-1/1', 'NewsArticle'],
    ['an event', lang === 'en' ? '/agenda/evening-in-the-cellar/1' : '/agenda/soiree-au-chai/1', 'Event'],
    ['a product', '/wines/product-1/1', 'Product'],
  ])('are escaped in the page and the structured data of %s', async (_, path, type) => {
    const result = await render({ site, path, read, assets: sampleAssets });
    expect(result).toMatchObject({ kind: 'page', status: 200 });
    const html = await readHtml(result);
    const [, json = 'null', ...further] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
    expect(further).toEqual([]);
    expect(json).not.toMatch(/[<\u2028]/);
    const { '@graph': graph } = JSON.parse(json) as { '@graph': Record<string, unknown>[] };
    const item = graph.find((each) => each['@type'] === type);
    expect(String(item?.name ?? item?.headline)).toContain(`title ${lang} "><img src=x`);
    expect(html).toContain(`title ${lang} `);
    expect(html).not.toMatch(/<img src=["']?x/);
    expect(html.match(/<script[\s>]/g)).toHaveLength(html.match(/<\/script>/g)?.length ?? 0);
  });
});

const readHtml = (result: Awaited<ReturnType<typeof render>>) =>
  new Promise<string>((resolve, reject) => {
    if (result.kind !== 'page') return reject(new Error(`redirect to ${result.location}`));
    let html = '';
    result.write({
      chunk: (piece) => {
        html += typeof piece === 'string' ? piece : Buffer.from(piece).toString();
      },
      end: () => resolve(html),
      fail: reject,
    });
  });
