import { createWineryJsonLd } from '#client/core/create-winery-json-ld.ts';
import type { LoaderArgs } from '#client/core/page-module.ts';
import { flattenPageTree } from '#client/core/site-shell.ts';
import { buildContentPath, type ContentPageItem, type ContentType } from '#shared/content/content-types.ts';
import type { Lang } from '#shared/languages.ts';
import { buildImageUrl } from '#shared/media/build-image-url.ts';
import { isApiReadError } from '#shared/rendering.ts';
import { cropText } from '#shared/site/crop-text.ts';

export const createContentJsonLd = (type: ContentType, item: ContentPageItem, path: string, args: LoaderArgs) => ({
  '@type': type.structuredDataType,
  name: item.title,
  headline: cropText(item.title, 110),
  description: item.summary,
  datePublished: item.publishedAt,
  dateModified: item.updatedAt,
  image: item.image ? [args.site.origin + buildImageUrl(item.image.url, 1200, 'jpeg')] : undefined,
  mainEntityOfPage: args.site.origin + path,
  inLanguage: args.site.lang.slice(0, 2),
  author: createWineryJsonLd(args),
  publisher: { '@id': `${args.site.origin}/#estate` },
});

/**
 * Returns the URL path of a content item in each language. Only the server knows the slugs in other languages. The
 * browser uses the current slug, and the server redirects such a path to the right one.
 */
export async function loadContentAlternates(
  type: ContentType,
  { read, site, shell }: LoaderArgs,
  list: string,
  item: ContentPageItem,
) {
  const lists = flattenPageTree(shell.pages).find(({ path }) => path === list)?.alternates;
  const paths = site.alternates.map(async ({ lang }): Promise<[Lang, string][]> => {
    if (lang === site.lang) return [[lang, buildContentPath(list, item)]];
    const translatedList = lists?.[lang];
    if (!translatedList) return [];
    if (!import.meta.env.SSR) return [[lang, buildContentPath(translatedList, item)]];
    const translation = await type.readDetail(read, item.id, lang).catch((error: unknown) => {
      if (isApiReadError(error)) return null;
      throw error;
    });
    return translation ? [[lang, buildContentPath(translatedList, translation)]] : [];
  });
  return Object.fromEntries((await Promise.all(paths)).flat());
}
