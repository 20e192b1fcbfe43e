import type { LoaderArgs } from '#client/core/page-module.ts';
import { findPathOfPageKind } from '#client/core/site-shell.ts';
import { type PictureData, toPictureData } from '#client/ui/picture-data.ts';
import { buildContentPath, type ContentItem, type ContentType } from '#shared/content/content-types.ts';
import { cropText } from '#shared/site/crop-text.ts';

export interface ContentTeaser {
  href: string;
  title: string;
  summary: string;
  /** Date and time in ISO 8601. */
  publishedAt: string;
  picture: PictureData | null;
}

/** @returns the URL path of the list, such as `/actualites`; empty if the page tree has none */
export const getContentListPath = (type: Pick<ContentType, 'listKind'>, { shell }: Pick<LoaderArgs, 'shell'>): string =>
  findPathOfPageKind(shell, type.listKind) ?? '';

/** Characters, which are about two to three lines. */
const maxSummaryLength = 220;

export const toContentTeaser = (
  item: ContentItem,
  type: Pick<ContentType, 'listKind'>,
  args: Pick<LoaderArgs, 'shell'>,
): ContentTeaser => ({
  href: buildContentPath(getContentListPath(type, args), item),
  title: item.title,
  summary: cropText(item.summary, maxSummaryLength),
  publishedAt: item.publishedAt,
  picture: item.image && toPictureData(item.image),
});
