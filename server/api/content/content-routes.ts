import type { FastifyInstance } from 'fastify';
import {
  type ContractRouteDependencies,
  createContractRouter,
  type PickLanguage,
} from '#server/api/contract/contract-route.ts';
import { readImagesById } from '#server/api/media/media.ts';
import { contentContract } from '#shared/content/content-contract.ts';
import type { ContentItem } from '#shared/content/content-endpoints.ts';
import type { Image } from '#shared/media/image.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { readContentItem, readContentList } from './content-repository.ts';
import { type ContentTypeTables, tablesByContentType } from './content-tables.ts';

export function contentRoutes(app: FastifyInstance, dependencies: ContractRouteDependencies): void {
  const route = createContractRouter(app, 'content', contentContract, dependencies);
  serveContentType(route, tablesByContentType.news, { path: '/news', key: 'news' });
}

type Route = ReturnType<typeof createContractRouter<typeof contentContract>>;

/** All content types have the calls of `contentEndpoints`, so the types of one stand for those of all. */
type SharedData<Key extends 'GET /news' | 'GET /news/{id}'> = Key extends 'GET /news'
  ? { news: ContentItem[]; total: number }
  : { news: ContentItem & { html: string; images: Image[] } };

/** Serves the calls that `contentEndpoints(path, key, …)` declares. */
function serveContentType(route: Route, tables: ContentTypeTables, { path, key }: { path: string; key: string }): void {
  route(`GET ${path}` as 'GET /news', ({ query, lang, site, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const context = { lang, siteLang: site.defaultLang, now: new Date() };
      const { rows, total } = await readContentList(tx, tables, query, context);
      const images = await readImagesById(
        tx,
        rows.map(({ imageId }) => imageId),
        pickLanguage,
      );
      const items = rows.map((row) => toItem(row, images, pickLanguage));
      return { [key]: items, total } as unknown as SharedData<'GET /news'>;
    }),
  );

  route(`GET ${path}/{id}` as 'GET /news/{id}', ({ params, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const found = await readContentItem(tx, tables, params.id, new Date());
      if (!found) return refuse('not_found');
      const { row, imageIds } = found;
      const images = await readImagesById(tx, [row.imageId, ...imageIds], pickLanguage);
      const pictures = imageIds.map((id) => images.get(id)).filter((image) => image !== undefined);
      const item = { ...toItem(row, images, pickLanguage), html: pickLanguage(row.html), images: pictures };
      return ok({ [key]: item } as unknown as SharedData<'GET /news/{id}'>);
    }),
  );
}

const toItem = (
  row: ContentTypeTables['items']['$inferSelect'],
  images: ReadonlyMap<number, Image>,
  pickLanguage: PickLanguage,
): ContentItem => ({
  id: row.id,
  slug: pickLanguage(row.slug),
  title: pickLanguage(row.title),
  summary: pickLanguage(row.summary),
  publishedAt: row.publishedAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  promoted: row.promoted,
  image: row.imageId === null ? null : (images.get(row.imageId) ?? null),
});
