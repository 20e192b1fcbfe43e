import { describe, expect, it } from 'vitest';
import type { LoaderArgs } from '#client/core/page-module.ts';
import { Page as ListPagePosition, loader as loadList } from '#client/features/services/ServiceListPage.tsx';
import { loader as loadService } from '#client/features/services/ServicePage.tsx';
import { contentTypePages } from '#shared/content-type-pages.ts';
import { englishTexts, renderInApp } from '#tests/components/render-in-app.tsx';

const total = 2 * contentTypePages.services.pageSize + 1;
const services = Array.from({ length: total }, (_, index) => ({
  id: index + 1,
  slug: `no-${index + 1}`,
  title: `Service ${index + 1}`,
  summary: '',
  tags: [],
  membersOnly: false,
  price: null,
  updatedAt: '2026-10-02T08:00:00.000Z',
  image: null,
}));
const tags = [{ slug: 'cellar', label: 'Cellar' }];
const entry = {
  path: '/services',
  type: 'SERVICES',
  menuTitle: 'Services',
  title: 'Services',
  description: 'All of them',
  children: [],
};

interface ReadInput {
  params?: { id: number };
  query?: { page: number; nbItem: number };
}

/** Responds like the API: with one page of the services, or with the detail of one. */
async function read(name: string, { params, query = { page: 1, nbItem: 10 } }: ReadInput) {
  if (name === 'GET /service/{id}') return { ...services[(params?.id ?? 0) - 1], html: '', hasCalendar: false };
  const { page, nbItem } = query;
  return { services: services.slice((page - 1) * nbItem, page * nbItem), total, tags };
}

const argsFor = (path: string, params = {}) =>
  ({
    read,
    entry,
    params,
    url: new URL(path, 'https://clos.example'),
    texts: englishTexts,
    shell: { pages: [entry] },
    site: { lang: 'en', alternates: [] },
  }) as unknown as LoaderArgs;

describe('the list of the services', () => {
  const render = async (query: string) => {
    const { data, head } = await loadList(argsFor(`/services${query}`));
    return { head, container: renderInApp(<ListPagePosition data={data} />).container };
  };
  const linksOf = (container: HTMLElement) =>
    [...container.querySelectorAll('article a')].map((link) => link.getAttribute('href'));

  it('links to all services through its pages', async () => {
    const pages = await Promise.all(['', '?page=2', '?page=3'].map(render));
    const listed = pages.flatMap(({ container }) => linksOf(container));
    expect(listed).toEqual(services.map(({ id, slug }) => `/services/${slug}/${id}`));
    for (const { container } of pages)
      expect(
        [...container.querySelectorAll('nav[aria-label="Pages of the list"] li a')].map((a) => a.getAttribute('href')),
      ).toEqual(['/services', '/services?page=2', '/services?page=3']);
    expect(pages.map(({ head }) => [head.title, head.canonical, head.previous, head.next])).toEqual([
      ['Services', '/services', undefined, '/services?page=2'],
      ['Services, page 2', '/services?page=2', '/services', '/services?page=3'],
      ['Services, page 3', '/services?page=3', '/services?page=2', undefined],
    ]);
  });

  it('keeps the tag on its further pages', async () => {
    const { head, container } = await render('?tag=cellar&page=2');
    expect(head).toMatchObject({ canonical: '/services', next: '/services?tag=cellar&page=3' });
    expect(container.querySelector('a[href="/services?tag=cellar&page=3"]')).not.toBeNull();
  });

  it.each(['?page=4', '?page=0', '?page=x'])('returns 404 for %s', async (query) => {
    await expect(loadList(argsFor(`/services${query}`))).rejects.toMatchObject({ status: 404 });
  });
});

describe('the page of a service', () => {
  it.each([1, total])('exists for service %i', async (id) => {
    const { data } = await loadService(argsFor(`/services/no-${id}/${id}`, { slug: `no-${id}`, id: `${id}` }));
    expect(data.title).toBe(`Service ${id}`);
  });

  it('returns 404 for an id that no page of the list has', async () => {
    const args = argsFor('/services/no-999/999', { slug: 'no-999', id: '999' });
    await expect(loadService(args)).rejects.toMatchObject({ status: 404 });
  });
});
