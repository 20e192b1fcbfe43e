import { useTexts } from '#client/core/app-context.tsx';
import { createBreadcrumb, createBreadcrumbJsonLd } from '#client/core/breadcrumb.ts';
import {
  countPagesOrThrowNotFound,
  createListPageMetadata,
  type ListPageData,
  readPageNumber,
} from '#client/core/page/list-page.ts';
import { PageTitleHeader } from '#client/core/page/PageTitleHeader.tsx';
import { createNotFoundError, type LoaderResult, type PageLoader } from '#client/core/page-module.ts';
import { coverSizes } from '#client/ui/cover-sizes.ts';
import { createPicturePreload, Picture } from '#client/ui/Picture.tsx';
import type { PictureData } from '#client/ui/picture-data.ts';
import { type ArticleType, getArticleType } from '#shared/content/article-types.ts';
import { breakpointsPx, mobileBreakpointPx } from '#shared/limits.ts';
import css from './ContentList.module.css';
import { ContentPagination } from './ContentPagination.tsx';
import { type ContentTeaser, toContentTeaser } from './content-teaser.ts';

export { contentListPageParameters as declaredQueryParameters } from './list-pages.ts';

interface ContentListData extends ListPageData {
  contentType: ArticleType['name'];
  items: ContentTeaser[];
}

/** Loads one page of the list of the content type to which the page's kind belongs, such as news. */
export const loader: PageLoader<ContentListData> = async (args): Promise<LoaderResult<ContentListData>> => {
  const { read, entry, url, texts } = args;
  const type = getArticleType(args.kind);
  const page = readPageNumber(url.searchParams);
  if (entry?.path == null) throw createNotFoundError();
  const { path, title, description } = entry;
  const { items, total } = await type.readList(read, { page, nbItem: type.pageSize });
  const pages = countPagesOrThrowNotFound(page, total, type.pageSize);
  const crumbs = createBreadcrumb(args, path);
  const first = items[0]?.image;
  return {
    status: 200,
    data: {
      contentType: type.name,
      path,
      title,
      description,
      crumbs,
      items: items.map((item) => toContentTeaser(item, type, args)),
      page,
      pages,
    },
    head: {
      ...createListPageMetadata(title, { path, page, pages }, texts),
      description,
      image: first,
      preload: first ? createPicturePreload(first, itemSizes(first, page === 1), page === 1 ? 1440 : 960) : undefined,
      jsonLd: import.meta.env.SSR ? [createBreadcrumbJsonLd(args, crumbs, path)] : [],
    },
  };
};

/** List page of a content type, with the newest items first. */
export function Page({ data }: { data: ContentListData }) {
  const { t } = useTexts();
  const { contentType, path, title, description, crumbs, items, page, pages } = data;
  return (
    <div className="page">
      <PageTitleHeader crumbs={crumbs} title={title}>
        {page === 1 && description && <p>{description}</p>}
      </PageTitleHeader>
      {items.length === 0 && <p>{t(`content.${contentType}.empty`)}</p>}
      <div className={css.list}>
        {items.map((item, index) => (
          <ContentListItem key={item.href} item={item} isFirst={index === 0} isLarge={index === 0 && page === 1} />
        ))}
      </div>
      <ContentPagination list={{ path, page, pages }} />
    </div>
  );
}

const itemSizes = (picture: PictureData, isLarge = false): string => {
  const large = isLarge ? `(min-width: ${mobileBreakpointPx}px) 57vw, ` : '';
  return coverSizes(picture, `${large}(min-width: ${breakpointsPx.sm}px) 20rem, 94vw`, 3 / 2);
};

interface ContentListItemProps {
  item: ContentTeaser;
  /** Loads the picture with priority, because it is visible without scrolling. */
  isFirst?: boolean;
  /** True for the large layout of the newest item at the top of the list. */
  isLarge?: boolean;
}

function ContentListItem({
  item: { href, title, summary, publishedAt, picture },
  isFirst,
  isLarge,
}: ContentListItemProps) {
  const { date } = useTexts();
  return (
    <article className={css.item} data-large={isLarge || undefined}>
      {picture && (
        <Picture
          className={css.picture}
          image={picture}
          alt=""
          hasPriority={isFirst}
          sizes={itemSizes(picture, isLarge)}
          maxWidth={isLarge ? 1440 : 960}
        />
      )}
      <div className={css.words}>
        <p className={css.date}>
          <time dateTime={publishedAt}>{date(publishedAt)}</time>
        </p>
        <h2 className={css.title}>
          <a href={href}>{title}</a>
        </h2>
        <p>{summary}</p>
      </div>
    </article>
  );
}
