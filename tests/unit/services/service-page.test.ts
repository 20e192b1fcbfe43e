import { describe, expect, it } from 'vitest';
import type { LoaderArgs } from '#client/core/page-module.ts';
import type { ClientPageEntry } from '#client/core/site-shell.ts';
import { loader as loadElementPage } from '#client/features/elements/ElementPage.tsx';
import { loader as loadServicePage } from '#client/features/services/ServicePage.tsx';
import { sampleSite } from '#tests/support/fixtures/sample-site.ts';

const createEntry = (path: string, type: string, elementRoute?: string) =>
  ({
    path,
    type,
    children: [],
    title: path,
    menuTitle: path,
    ...(elementRoute && { elementRoute }),
  }) as unknown as ClientPageEntry;

const item = { id: 7, slug: 'fete', title: 'Fête', summary: '', image: null, images: [], slots: [], html: '' };

/** Responds like the API. The only service is reserved to members, so that its detail is not read. */
const read = (async (name: string) =>
  name === 'GET /element/{route}/{id}'
    ? { element: item }
    : { services: [{ ...item, membersOnly: true }], items: [], total: 1 }) as unknown as LoaderArgs['read'];

const pages = [
  createEntry('/visites', 'ELEMENTS', 'tours'),
  createEntry('/prestations', 'SERVICES'),
  createEntry('/agenda', 'ELEMENTS', 'events'),
  createEntry('/mariages', 'SERVICES'),
  createEntry('/fetes', 'ELEMENTS', 'events'),
];

describe.each([
  ['a service', loadServicePage, 'SERVICES', '/prestations/fete/7'],
  ['an element', loadElementPage, 'ELEMENTS', '/agenda/fete/7'],
] as const)('the page of %s that several lists show', (_, loader, type, canonical) => {
  it.each(
    pages.filter((entry) => entry.type === type && entry.elementRoute !== 'tours').map((entry) => [entry.path, entry]),
  )('has below %s the canonical path of the first of these lists, as in the sitemap', async (path, entry) => {
    const args = { read, entry, params: { slug: 'fete', id: '7' }, shell: { pages }, site: sampleSite };
    const url = new URL(`https://clos.example${path}/fete/7`);
    const { head } = await loader({ ...args, url, texts: { t: (key: string) => key } } as unknown as LoaderArgs);
    expect(head.canonical).toBe(canonical);
    expect(head.alternates).toMatchObject({ fr_FR: canonical });
  });
});
