import { expect, it } from 'vitest';
import { readSitemapContentItems } from '#server/storefront/discovery/sitemap.ts';
import type { ApiReader } from '#shared/rendering.ts';
import { createSamplePageEntry } from '#tests/support/fixtures/sample-site.ts';

const total = 250;
const items = Array.from({ length: total }, (_, index) => ({
  id: index + 1,
  slug: `no-${index + 1}`,
  updatedAt: '2026-10-02T08:00:00.000Z',
}));

/** Responds like the API, which lists at most 100 items in one response. */
const read = (async (_name: string, { query = {} }: { query?: { page?: number; nbItem?: number } } = {}) => {
  const { page = 1, nbItem = 10 } = query;
  const size = Math.min(nbItem, 100);
  const shown = items.slice((page - 1) * size, page * size);
  return { items: shown, services: shown, total, tags: [] };
}) as unknown as ApiReader;

it.each([
  ['services', { ...createSamplePageEntry(1, 'prestations', 'SERVICES') }, 'SERVICE'],
  ['elements', { ...createSamplePageEntry(2, 'agenda', 'ELEMENTS'), elementRoute: 'events' }, 'ELEMENT'],
])('readSitemapContentItems reads all %s of a list, however many there are', async (_, entry, kind) => {
  const found = await readSitemapContentItems(read, [entry], 'fr_FR');
  expect(found.map(({ path }) => path)).toEqual(items.map(({ id, slug }) => `/${entry.url}/${slug}/${id}`));
  expect(found.at(-1)?.key).toBe(`${kind} ${total}`);
});

it.each([
  ['services', 'SERVICES', {}],
  ['elements of one route', 'ELEMENTS', { elementRoute: 'events' }],
] as const)('%s that several lists show have the path of the first list', async (_, kind, fields) => {
  const pages = ['premier', 'second'].map((url, index) => createSamplePageEntry(index + 1, url, kind, fields));
  const found = await readSitemapContentItems(read, pages, 'fr_FR');
  expect(found).toHaveLength(total);
  expect(found.every(({ path }) => path.startsWith('/premier/'))).toBe(true);
});
