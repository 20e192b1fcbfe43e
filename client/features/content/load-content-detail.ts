import { createBreadcrumb, createBreadcrumbJsonLd } from '#client/core/breadcrumb.ts';
import { loadItemAlternates } from '#client/core/page/item-pages.ts';
import {
  createNotFoundError,
  createRedirectError,
  type LoaderArgs,
  type LoaderResult,
} from '#client/core/page-module.ts';
import type { BreadcrumbItem } from '#client/ui/Breadcrumb.tsx';
import { pageSizes } from '#client/ui/cover-sizes.ts';
import { createPicturePreload } from '#client/ui/Picture.tsx';
import { type PictureData, toPictureData } from '#client/ui/picture-data.ts';
import { type ArticleType, getArticleType } from '#shared/content/article-types.ts';
import { cropText } from '#shared/content/crop-text.ts';
import { buildItemPath } from '#shared/content-type-pages.ts';
import { parseId } from '#shared/ids/parse-id.ts';
import { createArticleJsonLd } from './content-json-ld.ts';
import { type ContentTeaser, toContentTeaser } from './content-teaser.ts';

export interface ContentDetailData {
  contentType: ArticleType['name'];
  id: number;
  path: string;
  title: string;
  summary: string;
  publishedAt: string;
  picture: PictureData | null;
  html: string;
  pictures: PictureData[];
  crumbs: BreadcrumbItem[];
  list: string;
  others: ContentTeaser[];
}

const maxOthers = 3;

/**
 * Loads an item of the content type to which the page's kind belongs.
 * @param readTrail reads the breadcrumb entries between list and item, for content types with folders
 */
export async function loadContentDetail(
  args: LoaderArgs,
  readTrail: (id: number) => Promise<BreadcrumbItem[]> = async () => [],
): Promise<LoaderResult<ContentDetailData>> {
  const { read, params, entry } = args;
  const type = getArticleType(args.kind);
  const list = entry?.path;
  const id = parseId(params.id);
  if (!list || id === null) throw createNotFoundError();
  const [item, latest, trail] = await Promise.all([
    type.readDetail(read, id),
    type.readList(read, { page: 1, nbItem: maxOthers + 1 }),
    readTrail(id),
  ]);
  const path = buildItemPath(list, item);
  if (params.slug !== item.slug) throw createRedirectError(path);
  const { title, summary, publishedAt, html } = item;
  const crumbs = [...createBreadcrumb(args, list), ...trail, { title }];
  const others = latest.items.filter((other) => other.id !== id).slice(0, maxOthers);
  return {
    status: 200,
    data: {
      contentType: type.name,
      id,
      path,
      title,
      summary,
      publishedAt,
      picture: item.image && toPictureData(item.image),
      html,
      pictures: item.images.map(toPictureData),
      crumbs,
      list,
      others: others.map((other) => toContentTeaser(other, type, args)),
    },
    head: {
      title,
      description: cropText(summary, 160),
      type: 'article',
      image: item.image,
      preload: createPicturePreload(item.image, pageSizes),
      alternates: await loadItemAlternates(type, args, entry, item),
      jsonLd: import.meta.env.SSR
        ? [createArticleJsonLd(type, item, path, args), createBreadcrumbJsonLd(args, crumbs, path)]
        : [],
    },
  };
}
