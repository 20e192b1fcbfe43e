import { createBreadcrumb, createBreadcrumbJsonLd } from '#client/core/breadcrumb.ts';
import { loadItemAlternates } from '#client/core/page/item-pages.ts';
import { ListPagination } from '#client/core/page/ListNavigation.tsx';
import {
  buildListPagePath,
  countPagesOrThrowNotFound,
  createListPageMetadata,
  readPageNumber,
} from '#client/core/page/list-page.ts';
import { PageTitleHeader } from '#client/core/page/PageTitleHeader.tsx';
import { createNotFoundError, createRedirectError, type PageLoader } from '#client/core/page-module.ts';
import type { BreadcrumbItem } from '#client/ui/Breadcrumb.tsx';
import prose from '#client/ui/Prose.module.css';
import { ServerHtml } from '#client/ui/ServerHtml.tsx';
import { articleTypes } from '#shared/content/article-types.ts';
import { cropText } from '#shared/content/crop-text.ts';
import { buildItemPath } from '#shared/content-type-pages.ts';
import { parseId } from '#shared/ids/parse-id.ts';
import { createArticleJsonLd } from '../content-json-ld.ts';
import { AlbumGallery } from './AlbumGallery.tsx';
import css from './Albums.module.css';
import { createVideosJsonLd, type MediumView, toMediumView } from './album-view.ts';

export { contentListPageParameters as declaredQueryParameters } from '../list-pages.ts';

interface AlbumData {
  id: number;
  path: string;
  title: string;
  summary: string;
  html: string;
  crumbs: BreadcrumbItem[];
  media: MediumView[];
  page: number;
  pages: number;
}

const type = articleTypes.albums;

export const loader: PageLoader<AlbumData> = async (args) => {
  const { entry } = args;
  const list = entry?.path;
  const id = parseId(args.params.id);
  const page = readPageNumber(args.url.searchParams);
  if (!list || id === null || page === null) throw createNotFoundError();
  const { album } = await args.read('GET /album/{id}', { params: { id }, query: { page, nbItem: type.pageSize } });
  const path = buildItemPath(list, album);
  if (args.params.slug !== album.slug) throw createRedirectError(path);
  const pages = countPagesOrThrowNotFound(page, album.total, type.pageSize);
  const { title, summary, html } = album;
  const crumbs = createBreadcrumb(args, list, title);
  return {
    status: 200,
    data: { id, path, title, summary, html, crumbs, media: album.media.map(toMediumView), page, pages },
    head: {
      ...createListPageMetadata(title, { path, page, pages }, args.texts),
      description: cropText(summary, 160),
      type: 'article',
      image: album.image,
      alternates: await loadItemAlternates(type, args, entry, album),
      jsonLd: import.meta.env.SSR
        ? [
            createArticleJsonLd(type, album, path, args),
            ...createVideosJsonLd(album.media, album, args),
            createBreadcrumbJsonLd(args, crumbs, path),
          ]
        : [],
    },
  };
};

export function Page({ data }: { data: AlbumData }) {
  const { id, path, title, summary, html, crumbs, media, page, pages } = data;
  return (
    <div className="page">
      <PageTitleHeader crumbs={crumbs} title={title}>
        {page === 1 && summary && <p>{summary}</p>}
      </PageTitleHeader>
      {page === 1 && <ServerHtml id={`album-${id}`} html={html} className={`${prose.prose} ${css.text}`} />}
      <AlbumGallery media={media} />
      <ListPagination page={page} pages={pages} hrefOf={(number) => buildListPagePath({ path }, number)} />
    </div>
  );
}
