import { useTexts } from '#client/core/app-context.tsx';
import { createBreadcrumb, createBreadcrumbJsonLd } from '#client/core/breadcrumb.ts';
import { ListPagination, TagFilter } from '#client/core/page/ListNavigation.tsx';
import {
  buildListPagePath,
  countPagesOrThrowNotFound,
  createListPageMetadata,
  readListByTag,
  readPageNumber,
  type TaggedListPageData,
} from '#client/core/page/list-page.ts';
import { PageTitleHeader } from '#client/core/page/PageTitleHeader.tsx';
import { createNotFoundError, type PageLoader } from '#client/core/page-module.ts';
import { contentTypePages } from '#shared/content-type-pages.ts';
import css from './ElementList.module.css';
import { ElementListItem } from './ElementListItem.tsx';
import { type ElementTeaser, toElementTeaser } from './element-teaser.ts';

export const declaredQueryParameters = ['page', 'tag'];

interface ElementListData extends TaggedListPageData {
  items: ElementTeaser[];
}

const nbItem = contentTypePages.elements.pageSize;

export const loader: PageLoader<ElementListData> = async (args) => {
  const { read, entry, url, texts } = args;
  const page = readPageNumber(url.searchParams);
  const route = entry?.elementRoute;
  if (entry?.path == null || !route) throw createNotFoundError();
  const { path, title, description } = entry;
  const { list, tag } = await readListByTag(url.searchParams, page, (filter) =>
    read('GET /element/{route}', {
      params: { route },
      query: { nbItem, ...filter },
    }),
  );
  const { items, total, tags } = list;
  const pages = countPagesOrThrowNotFound(page, total, nbItem);
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
      tags,
      tag,
    },
    head: {
      ...createListPageMetadata(title, { path, page, pages, tag }, texts),
      description,
      image: items[0]?.image,
      jsonLd: import.meta.env.SSR ? [createBreadcrumbJsonLd(args, crumbs, path)] : [],
    },
  };
};

/** Lists the elements of a route, such as events, the upcoming ones first. */
export function Page({ data }: { data: ElementListData }) {
  const { t } = useTexts();
  const { path, title, description, crumbs, items, page, pages, tags, tag } = data;
  return (
    <div className="page">
      <PageTitleHeader crumbs={crumbs} title={title}>
        {page === 1 && description && <p>{description}</p>}
      </PageTitleHeader>
      <TagFilter path={path} tags={tags} selected={tag} />
      {items.length === 0 && <p>{t('elements.empty')}</p>}
      <div className={css.list}>
        {items.map((item, index) => (
          <ElementListItem key={item.href} item={item} isFirst={index === 0} />
        ))}
      </div>
      <ListPagination page={page} pages={pages} hrefOf={(number) => buildListPagePath({ path, tag }, number)} />
    </div>
  );
}
