import type { LoaderArgs } from '#client/core/page-module.ts';
import { findPathOfPageKind } from '#client/core/site-shell.ts';
import { type PictureData, toPictureData } from '#client/ui/picture-data.ts';
import type { ArticleSummary, ArticleType } from '#shared/content/article-types.ts';
import { cropText } from '#shared/content/crop-text.ts';
import { buildItemPath } from '#shared/content-type-pages.ts';

export interface ContentTeaser {
  href: string;
  title: string;
  summary: string;
  /** Date and time of publication in ISO 8601. */
  publishedAt: string;
  picture: PictureData | null;
}

export const toContentTeaser = (
  item: ArticleSummary,
  type: Pick<ArticleType, 'listKind'>,
  { shell }: Pick<LoaderArgs, 'shell'>,
): ContentTeaser => ({
  href: buildItemPath(findPathOfPageKind(shell, type.listKind) ?? '', item),
  title: item.title,
  summary: cropText(item.summary),
  publishedAt: item.publishedAt,
  picture: item.image && toPictureData(item.image),
});
