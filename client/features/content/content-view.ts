import type { LoaderArgs } from '#client/core/page-module.ts';
import { pathOfPageKind } from '#client/core/shell.ts';
import { type PictureData, toPictureData } from '#client/ui/picture-data.ts';
import { type ContentItem, type ContentType, contentPath } from '#shared/content/content-types.ts';
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
export const contentListPath = (type: Pick<ContentType, 'listKind'>, { shell }: Pick<LoaderArgs, 'shell'>): string =>
  pathOfPageKind(shell, type.listKind) ?? '';

/** Characters, which are about two to three lines. */
const maxSummaryLength = 220;

export const toContentTeaser = (
  item: ContentItem,
  type: Pick<ContentType, 'listKind'>,
  args: Pick<LoaderArgs, 'shell'>,
): ContentTeaser => ({
  href: contentPath(contentListPath(type, args), item),
  title: item.title,
  summary: cropText(item.summary, maxSummaryLength),
  publishedAt: item.publishedAt,
  picture: item.image && toPictureData(item.image),
});
