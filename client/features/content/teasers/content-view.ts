import type { LoaderArgs } from '#client/core/page-module.ts';
import { findPathOfPageKind } from '#client/core/site-shell.ts';
import { type PictureData, toPictureData } from '#client/ui/picture-data.ts';
import { buildContentPath, type ContentSummary, type ContentType } from '#shared/content/content-types.ts';
import { cropText } from '#shared/site/crop-text.ts';

export interface ContentTeaser {
  href: string;
  title: string;
  summary: string;
  /** Date and time of publication in ISO 8601. */
  publishedAt: string;
  picture: PictureData | null;
}

/**
 * Returns the URL path of the list of a content type, such as `/actualites`; empty if the page tree has no such list.
 */
export const getContentListPath = (type: Pick<ContentType, 'listKind'>, { shell }: Pick<LoaderArgs, 'shell'>): string =>
  findPathOfPageKind(shell, type.listKind) ?? '';

export const toContentTeaser = (
  item: ContentSummary,
  type: Pick<ContentType, 'listKind'>,
  args: Pick<LoaderArgs, 'shell'>,
): ContentTeaser => ({
  href: buildContentPath(getContentListPath(type, args), item),
  title: item.title,
  summary: cropText(item.summary),
  publishedAt: item.publishedAt,
  picture: item.image && toPictureData(item.image),
});
