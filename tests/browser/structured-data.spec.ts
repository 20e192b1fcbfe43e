import { z } from 'zod';
import { fixedPathPageKinds } from '#client/core/fixed-path-pages.ts';
import { articleTypes } from '#shared/content/article-types.ts';
import { expect, httpGet, test } from '#tests/support/browser/shop-test.ts';
import { findItemPath, type TestHost, testHosts } from '#tests/support/fixtures/estates.ts';

// The schemas of the schema.org types have the properties that search engines require and those that the platform
// promises.

/** An absolute HTTPS URL. */
const Address = z.url({ protocol: /^https$/ });
const DateTime = z.iso.datetime({ offset: true });

const Offer = z.object({
  '@type': z.literal('Offer'),
  price: z.string().regex(/^\d+\.\d\d$/),
  priceCurrency: z.literal('EUR'),
  availability: z.enum([
    'https://schema.org/InStock',
    'https://schema.org/OutOfStock',
    'https://schema.org/LimitedAvailability',
  ]),
  url: Address,
  sku: z.string().min(1),
});

const Product = z.object({
  '@type': z.literal('Product'),
  name: z.string().min(1),
  description: z.string().min(1),
  image: z.array(Address).min(1),
  brand: z.object({ '@type': z.literal('Brand'), name: z.string().min(1) }),
  sku: z.string().min(1),
  url: Address,
  offers: z.array(Offer).min(1),
});

const BreadcrumbList = z.object({
  '@type': z.literal('BreadcrumbList'),
  itemListElement: z
    .array(z.object({ '@type': z.literal('ListItem'), position: z.int(), name: z.string().min(1), item: Address }))
    .min(2)
    .refine((items) => items.every(({ position }, index) => position === index + 1), 'positions count from 1'),
});

const Winery = z.object({
  '@type': z.array(z.string()).refine((types) => types.includes('Winery') && types.includes('Organization')),
  '@id': Address,
  name: z.string().min(1),
  url: Address,
  logo: Address,
  telephone: z.string().regex(/^\+?[\d ]{10,}$/),
  email: z.email(),
  address: z.object({
    '@type': z.literal('PostalAddress'),
    streetAddress: z.string().min(1),
    postalCode: z.string().regex(/^\d{5}$/),
    addressLocality: z.string().min(1),
    addressCountry: z.string().min(2),
  }),
  openingHoursSpecification: z
    .array(z.object({ opens: z.string().regex(/^\d\d:\d\d$/), closes: z.string().regex(/^\d\d:\d\d$/) }))
    .min(1),
});

const Article = z.object({
  '@type': z.enum(Object.values(articleTypes).map(({ structuredDataType }) => structuredDataType)),
  name: z.string().min(1),
  headline: z.string().min(1).max(110),
  image: z.array(Address).min(1),
  datePublished: DateTime,
  dateModified: DateTime,
  mainEntityOfPage: Address,
  author: z.object({ name: z.string().min(1), url: Address }),
});

const Event = z.object({
  '@type': z.literal('Event'),
  name: z.string().min(1),
  description: z.string().min(1),
  image: z.array(Address).min(1),
  startDate: DateTime,
  endDate: DateTime,
  eventStatus: z.literal('https://schema.org/EventScheduled'),
  eventAttendanceMode: z.literal('https://schema.org/OfflineEventAttendanceMode'),
  location: z.object({ '@type': z.literal('Place'), name: z.string().min(1), address: z.unknown() }),
  offers: z.object({
    '@type': z.literal('Offer'),
    price: z.string().regex(/^\d+\.\d\d$/),
    priceCurrency: z.literal('EUR'),
    availability: z.enum(['https://schema.org/InStock', 'https://schema.org/SoldOut']),
    validFrom: DateTime,
    url: Address,
  }),
  organizer: z.object({ name: z.string().min(1), url: Address }),
  url: Address,
});

const Graph = z.object({
  '@context': z.literal('https://schema.org'),
  '@graph': z.array(z.looseObject({ '@type': z.unknown() })),
});

/** Returns a function that finds the first object of a type in a page's JSON-LD graph. */
async function structuredDataOf(host: TestHost, path: string) {
  const { text } = await httpGet(host, path);
  const blocks = [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, json = '']) => json,
  );
  expect(blocks, path).toHaveLength(1);
  const nodes = Graph.parse(JSON.parse(blocks[0] ?? ''))['@graph'];
  return (type: string) => nodes.find((node) => [node['@type']].flat().includes(type));
}

for (const host of testHosts) {
  test(`product pages of ${host.name} contain Product data`, async () => {
    for (const { path, heading } of host.detailRoutes.slice(1)) {
      const findNode = await structuredDataOf(host, path);
      const product = Product.parse(findNode('Product'));
      expect(product.name.replaceAll(/\s/g, ' ')).toContain(heading.replace(/ \d{4}$/, '').split(' ')[0]);
      expect(product.brand.name).toBe(host.estate);
      for (const offer of product.offers) {
        expect(offer.url.startsWith(`${host.origin}/`)).toBe(true);
        const page = await httpGet(host, offer.url.slice(host.origin.length));
        expect(page.status, offer.url).toBe(200);
      }
      const skus = product.offers.map(({ sku }) => sku);
      expect(new Set(skus).size, 'one offer for each bottle').toBe(skus.length);
      BreadcrumbList.parse(findNode('BreadcrumbList'));
    }
  });

  test(`pages of ${host.name} contain BreadcrumbList data`, async () => {
    for (const { path } of [...host.routes, ...host.detailRoutes, ...host.listItemRoutes]) {
      if (['/', '/products/search'].includes(path)) continue;
      const crumbs = BreadcrumbList.parse((await structuredDataOf(host, path))('BreadcrumbList'));
      expect(crumbs.itemListElement[0]?.item).toBe(`${host.origin}/`);
      for (const { item } of crumbs.itemListElement) {
        expect(item.startsWith(`${host.origin}/`), item).toBe(true);
        expect((await httpGet(host, item.slice(host.origin.length))).status, item).toBe(200);
      }
    }
  });

  test(`pages of ${host.name} outside the page tree are hidden from search engines or fully described`, async () => {
    const sitemap = (await httpGet(host, '/sitemap.xml')).text;
    const paths = Object.keys(fixedPathPageKinds).filter((path) => !path.includes(':'));
    for (const path of paths) {
      const { text } = await httpGet(host, path);
      const isIndexed = !text.includes('<meta name="robots" content="noindex"');
      expect(sitemap.includes(`<loc>${host.origin}${path}</loc>`), `${path} is in the sitemap`).toBe(isIndexed);
      if (isIndexed) BreadcrumbList.parse((await structuredDataOf(host, path))('BreadcrumbList'));
    }
  });

  test(`items of each article type of ${host.name} contain the data of their types`, async () => {
    for (const { name, structuredDataType } of Object.values(articleTypes)) {
      const list = host.lists[name];
      if (list === undefined) continue;
      const path = findItemPath(host, list);
      const findNode = await structuredDataOf(host, path);
      const article = Article.parse(findNode(structuredDataType));
      expect(article.mainEntityOfPage).toBe(host.origin + path);
      expect(article.author.name).toBe(host.estate);
      BreadcrumbList.parse(findNode('BreadcrumbList'));
    }
  });

  test(`an event page of ${host.name} contains Event data`, async () => {
    const path = findItemPath(host, host.lists.elements);
    const findNode = await structuredDataOf(host, path);
    const event = Event.parse(findNode('Event'));
    expect(event.organizer.name).toBe(host.estate);
    expect(event.url).toBe(host.origin + path);
    expect(new Date(event.endDate).getTime()).toBeGreaterThan(new Date(event.startDate).getTime());
    BreadcrumbList.parse(findNode('BreadcrumbList'));
  });

  test(`home and contact page of ${host.name} contain Winery data`, async () => {
    for (const path of ['/', '/contact']) {
      const winery = Winery.parse((await structuredDataOf(host, path))('Winery'));
      expect(winery.name).toBe(host.estate);
      expect(winery.url).toBe(`${host.origin}/`);
    }
  });

  test(`pages of ${host.name} contain Open Graph data`, async () => {
    for (const { path, title } of [...host.routes, ...host.detailRoutes, ...host.listItemRoutes]) {
      const { text } = await httpGet(host, path);
      const meta = Object.fromEntries(
        [...text.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g)].map(([, name, content]) => [
          name,
          content,
        ]),
      );
      expect.soft(meta['og:site_name'], path).toBe(host.estate);
      expect.soft(meta['og:title']?.replaceAll(/\s/g, ' '), path).toContain(title.replaceAll('&', '&amp;'));
      expect.soft(meta['og:locale'], path).toBe(host.lang.replace('-', '_'));
      expect.soft(meta['og:url']?.startsWith(`${host.origin}/`), path).toBe(true);
      expect.soft(meta.description?.length ?? 0, `description of ${path}`).toBeGreaterThan(40);
      if (meta['og:image']) expect.soft(meta['og:image'].startsWith(`${host.origin}/image/`), path).toBe(true);
    }
  });
}
