import { useTexts } from '#client/core/app-context.tsx';
import { createBreadcrumb, createBreadcrumbJsonLd } from '#client/core/breadcrumb.ts';
import { countPages } from '#client/core/count-pages.ts';
import { PageTop } from '#client/core/page/PageTop.tsx';
import { notFound, type PageLoader } from '#client/core/page-module.ts';
import type { BreadcrumbItem } from '#client/ui/Breadcrumb.tsx';
import { Pagination } from '#client/ui/Pagination.tsx';
import { pageSize } from '#shared/limits.ts';
import css from './ElementList.module.css';
import { ElementListItem } from './ElementListItem.tsx';
import { type ElementTeaser, toElementTeaser } from './element-view.ts';

export const declaredParameters = ['page'];

interface ElementListData {
  path: string;
  title: string;
  description: string;
  crumbs: BreadcrumbItem[];
  items: ElementTeaser[];
  page: number;
  pages: number;
}

/** @returns 1 if the query has no `page`, null if it is invalid */
function readPageNumber(query: URLSearchParams): number | null {
  const page = query.get('page') ?? '1';
  return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : null;
}

const pagePath = (path: string, page: number) => (page === 1 ? path : `${path}?page=${page}`);

export const loader: PageLoader<ElementListData> = async (args) => {
  const { read, entry, url, texts } = args;
  const page = readPageNumber(url.searchParams);
  const route = entry?.elementRoute;
  if (page === null || entry?.path == null || !route) throw notFound();
  const { path, title, description } = entry;
  const query = { page, nbItem: pageSize.elements };
  const { items, total } = await read('GET /element/{route}', { params: { route }, query });
  const pages = countPages(total, pageSize.elements);
  if (page > pages) throw notFound();
  const crumbs = createBreadcrumb(args, path);
  return {
    status: 200,
    data: {
      path,
      title,
      description,
      crumbs,
      items: items.map((item) => toElementTeaser(item, path)),
      page,
      pages,
    },
    head: {
      title: page === 1 ? title : `${title}, ${texts.t('elements.page', { page })}`,
      description,
      canonical: pagePath(path, page),
      previous: page > 1 ? pagePath(path, page - 1) : undefined,
      next: page < pages ? pagePath(path, page + 1) : undefined,
      image: items[0]?.image,
      jsonLd: import.meta.env.SSR ? [createBreadcrumbJsonLd(args, crumbs, path)] : [],
    },
  };
};

/** The elements of a route, such as events: those to come first. */
export function Page({ data }: { data: ElementListData }) {
  const { t } = useTexts();
  const { path, title, description, crumbs, items, page, pages } = data;
  return (
    <div className="page">
      <PageTop crumbs={crumbs} title={title}>
        {page === 1 && description && <p>{description}</p>}
      </PageTop>
      {items.length === 0 && <p>{t('elements.empty')}</p>}
      <div className={css.list}>
        {items.map((item, index) => (
          <ElementListItem key={item.href} item={item} isFirst={index === 0} />
        ))}
      </div>
      <Pagination
        page={page}
        pages={pages}
        hrefOf={(number) => pagePath(path, number)}
        labels={{
          list: t('elements.pages'),
          previous: t('elements.pages.previous'),
          next: t('elements.pages.next'),
          page: (number) => t('elements.pages.page', { page: number }),
        }}
      />
    </div>
  );
}
