import type { LoaderArgs } from '#client/core/page-module.ts';
import { pathOfKind } from '#client/core/shell.ts';
import { type PictureData, pictureOf } from '#client/ui/picture-data.ts';
import type { NewsItem } from '#shared/content/content-contract.ts';
import { cropText } from '#shared/site/crop-text.ts';

/** A piece of news as lists show it. */
export interface NewsTeaser {
  href: string;
  title: string;
  summary: string;
  /** ISO 8601. */
  publishedAt: string;
  picture: PictureData | null;
}

/** `/actualites`, where the tree has the list; a site without one has no address for its news. */
export const newsPath = ({ shell }: Pick<LoaderArgs, 'shell'>): string => pathOfKind(shell, 'NEWS') ?? '';

/** `/actualites/vendanges/3` */
export const articlePath = (list: string, { slug, id }: Pick<NewsItem, 'slug' | 'id'>): string =>
  `${list}/${slug}/${id}`;

/** Two to three lines: enough to know whether to read on. */
const summaryLength = 220;

export const newsTeaser = (item: NewsItem, args: Pick<LoaderArgs, 'shell'>): NewsTeaser => ({
  href: articlePath(newsPath(args), item),
  title: item.title,
  summary: cropText(item.summary, summaryLength),
  publishedAt: item.publishedAt,
  picture: item.image && pictureOf(item.image),
});
