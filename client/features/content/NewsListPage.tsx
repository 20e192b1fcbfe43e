import { useTexts } from '#client/core/app-context.tsx';
import { breadcrumbList, crumbsTo } from '#client/core/crumbs.ts';
import { ListPagination } from '#client/core/page/ListPagination.tsx';
import { PageTop } from '#client/core/page/PageTop.tsx';
import { notFound, type PageLoader } from '#client/core/page-module.ts';
import type { Crumb } from '#client/ui/Breadcrumb.tsx';
import { pageSize } from '#shared/limits.ts';
import { NewsLine } from './NewsLine.tsx';
import css from './NewsListPage.module.css';
import { type NewsTeaser, newsTeaser } from './news-view.ts';

interface NewsListData {
  path: string;
  title: string;
  description: string;
  crumbs: Crumb[];
  news: NewsTeaser[];
  page: number;
  pages: number;
}

export const declaredParameters = ['page'];

/** `1` where nothing is said; `null` for what is no page number. */
function pageAsked(query: URLSearchParams): number | null {
  const asked = query.get('page') ?? '1';
  return /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : null;
}

const listPath = (path: string, page: number) => (page === 1 ? path : `${path}?page=${page}`);

export const loader: PageLoader<NewsListData> = async (args) => {
  const { read, entry, url, texts } = args;
  const page = pageAsked(url.searchParams);
  if (page === null || entry?.path == null) throw notFound();
  const { path } = entry;
  const { news, total } = await read('GET /news', { query: { page, nbItem: pageSize.news } });
  const pages = Math.max(1, Math.ceil(total / pageSize.news));
  if (page > pages) throw notFound();
  const crumbs = crumbsTo(args, path);
  return {
    status: 200,
    data: {
      path,
      title: entry.title,
      description: entry.description,
      crumbs,
      news: news.map((item) => newsTeaser(item, args)),
      page,
      pages,
    },
    head: {
      title: page === 1 ? entry.title : `${entry.title}, ${texts.t('content.news.page', { page })}`,
      description: entry.description,
      canonical: listPath(path, page),
      previous: page > 1 ? listPath(path, page - 1) : undefined,
      next: page < pages ? listPath(path, page + 1) : undefined,
      image: news[0]?.image,
      jsonLd: import.meta.env.SSR ? [breadcrumbList(args, crumbs, path)] : [],
    },
  };
};

/** All news, newest first, ten on a page. */
export function Page({ data: { path, title, description, crumbs, news, page, pages } }: { data: NewsListData }) {
  const { t } = useTexts();
  return (
    <div className="page">
      <PageTop crumbs={crumbs} title={title}>
        {page === 1 && description && <p>{description}</p>}
      </PageTop>
      {news.length === 0 && <p>{t('content.news.empty')}</p>}
      <div className={css.list}>
        {news.map((item, index) => (
          <NewsLine key={item.href} item={item} first={index === 0} large={index === 0 && page === 1} />
        ))}
      </div>
      <ListPagination page={page} pages={pages} hrefOf={(number) => listPath(path, number)} />
    </div>
  );
}
