import type { FastifyInstance } from 'fastify';
import { contractRoutes, type LanguagePicker, type RouteDependencies } from '#server/api/contract/contract-route.ts';
import { readImagesById } from '#server/api/media/media.ts';
import { contentContract, type NewsItem } from '#shared/content/content-contract.ts';
import type { Image } from '#shared/media/image.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { readArticle, readNewsList } from './content-repository.ts';
import type { news } from './content-tables.ts';

export function contentRoutes(app: FastifyInstance, dependencies: RouteDependencies): void {
  const route = contractRoutes(app, 'content', contentContract, dependencies);

  route('GET /news', ({ query, lang, site, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const context = { lang, siteLang: site.defaultLang, now: new Date() };
      const { rows, total } = await readNewsList(tx, query, context);
      const images = await readImagesById(
        tx,
        rows.map(({ imageId }) => imageId),
        pickLanguage,
      );
      return { news: rows.map((row) => toItem(row, images, pickLanguage)), total };
    }),
  );

  route('GET /news/{id}', ({ params, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const article = await readArticle(tx, params.id, new Date());
      if (!article) return refuse('not_found');
      const { row, imageIds } = article;
      const images = await readImagesById(tx, [row.imageId, ...imageIds], pickLanguage);
      const pictures = imageIds.map((id) => images.get(id)).filter((image) => image !== undefined);
      return ok({ news: { ...toItem(row, images, pickLanguage), html: pickLanguage(row.html), images: pictures } });
    }),
  );
}

const toItem = (
  row: typeof news.$inferSelect,
  images: ReadonlyMap<number, Image>,
  pickLanguage: LanguagePicker,
): NewsItem => ({
  id: row.id,
  slug: pickLanguage(row.slug),
  title: pickLanguage(row.title),
  summary: pickLanguage(row.summary),
  publishedAt: row.publishedAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  promoted: row.promoted,
  image: row.imageId === null ? null : (images.get(row.imageId) ?? null),
});
