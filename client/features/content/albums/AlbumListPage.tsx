import { useTexts } from '#client/core/app-context.tsx';
import { createBreadcrumb, createBreadcrumbJsonLd } from '#client/core/breadcrumb.ts';
import {
  countPagesOrThrowNotFound,
  createListPageMetadata,
  type ListPageData,
  readPageNumber,
} from '#client/core/page/list-page.ts';
import { PageTitleHeader } from '#client/core/page/PageTitleHeader.tsx';
import { createNotFoundError, type PageLoader } from '#client/core/page-module.ts';
import { coverSizes } from '#client/ui/cover-sizes.ts';
import { createPicturePreload, Picture } from '#client/ui/Picture.tsx';
import { articleTypes } from '#shared/content/article-types.ts';
import { breakpointsPx, mobileBreakpointPx } from '#shared/limits.ts';
import { ContentPagination } from '../ContentPagination.tsx';
import { type ContentTeaser, toContentTeaser } from '../content-teaser.ts';
import css from './Albums.module.css';

export { contentListPageParameters as declaredQueryParameters } from '../list-pages.ts';

interface AlbumTeaser extends ContentTeaser {
  total: number;
}

interface AlbumListData extends ListPageData {
  albums: AlbumTeaser[];
}

const type = articleTypes.albums;

export const loader: PageLoader<AlbumListData> = async (args) => {
  const { read, entry, url, texts } = args;
  const page = readPageNumber(url.searchParams);
  if (entry?.path == null) throw createNotFoundError();
  const { path, title, description } = entry;
  const { albums, total } = await read('GET /album', { query: { page, nbItem: type.pageSize } });
  const pages = countPagesOrThrowNotFound(page, total, type.pageSize);
  const crumbs = createBreadcrumb(args, path);
  const first = albums[0]?.image;
  const teasers = albums.map((album) => ({
    ...toContentTeaser(album, type, args),
    total: album.total,
  }));
  return {
    status: 200,
    data: { path, title, description, crumbs, albums: teasers, page, pages },
    head: {
      ...createListPageMetadata(title, { path, page, pages }, texts),
      description,
      image: first,
      preload: first ? createPicturePreload(first, coverSizes(first, sizes, 3 / 2), 1200) : undefined,
      jsonLd: import.meta.env.SSR ? [createBreadcrumbJsonLd(args, crumbs, path)] : [],
    },
  };
};

const sizes = `(min-width: ${mobileBreakpointPx}px) 45vw, (min-width: ${breakpointsPx.xs}px) 46vw, 94vw`;

/** The albums of the site, newest first. */
export function Page({ data }: { data: AlbumListData }) {
  const { t } = useTexts();
  const { path, title, description, crumbs, albums, page, pages } = data;
  return (
    <div className="page">
      <PageTitleHeader crumbs={crumbs} title={title}>
        {page === 1 && description && <p>{description}</p>}
      </PageTitleHeader>
      {albums.length === 0 && <p>{t('content.albums.empty')}</p>}
      <div className={css.albums}>
        {albums.map((album, index) => (
          <article key={album.href} className={css.album}>
            {album.picture && (
              <Picture
                image={album.picture}
                alt=""
                sizes={coverSizes(album.picture, sizes, 3 / 2)}
                maxWidth={1200}
                hasPriority={index === 0}
              />
            )}
            <h2>
              <a href={album.href}>{album.title}</a>
            </h2>
            <p className={css.count}>{t('content.albums.pictures', { count: album.total })}</p>
            <p>{album.summary}</p>
          </article>
        ))}
      </div>
      <ContentPagination list={{ path, page, pages }} />
    </div>
  );
}
