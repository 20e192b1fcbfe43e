import { createWineryJsonLd } from '#client/core/create-winery-json-ld.ts';
import type { LoaderArgs } from '#client/core/page-module.ts';
import type { ArticleDetail, ArticleType } from '#shared/content/article-types.ts';
import { cropText } from '#shared/content/crop-text.ts';
import { buildImageUrl } from '#shared/media/build-image-url.ts';

export const createArticleJsonLd = (type: ArticleType, item: ArticleDetail, path: string, args: LoaderArgs) => ({
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
