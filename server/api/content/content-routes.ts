import type { FastifyInstance } from 'fastify';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import { contentContract } from '#shared/content/content-contract.ts';
import type { ContentItem } from '#shared/content/content-endpoints.ts';
import {
  type StandardContentTypeName,
  standardContentTypeNames,
  standardContentTypes,
} from '#shared/content/standard-content-types.ts';
import type { Image } from '#shared/media/image.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { albumRoutes } from './album-routes.ts';
import { blogRoutes } from './blog-routes.ts';
import { readContentItem, readContentList } from './content-repository.ts';
import { tablesByContentType } from './content-tables.ts';
import { toContentDetail, toContentItems } from './to-content-item.ts';

export function contentRoutes(app: FastifyInstance, dependencies: ContractRouteDependencies): void {
  const route = createContractRouter(app, 'content', contentContract, dependencies);
  for (const name of standardContentTypeNames) serveContentType(route, name);
  blogRoutes(app, dependencies);
  albumRoutes(app, dependencies);
}

type Route = ReturnType<typeof createContractRouter<typeof contentContract>>;

/**
 * The data of the calls of a standard content type differ only in their key, so the types of the news calls fit all
 * types.
 */
type SharedData<Key extends 'GET /news' | 'GET /news/{id}'> = Key extends 'GET /news'
  ? { news: ContentItem[]; total: number }
  : { news: ContentItem & { html: string; images: Image[] } };

/** Registers the routes of the calls that `standardContentEndpoints` declares for a content type. */
function serveContentType(route: Route, name: StandardContentTypeName): void {
  const { path, key } = standardContentTypes[name];
  const tables = tablesByContentType[name];
  route(`GET ${path}` as 'GET /news', ({ query, lang, site, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const context = { lang, siteLang: site.defaultLang, now: new Date() };
      const { rows, total } = await readContentList(tx, tables, query, context);
      const items = await toContentItems(tx, rows, pickLanguage);
      return { [key]: items, total } as unknown as SharedData<'GET /news'>;
    }),
  );

  route(`GET ${path}/{id}` as 'GET /news/{id}', ({ params, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const found = await readContentItem(tx, tables, params.id, new Date());
      if (!found) return refuse('not_found');
      const item = await toContentDetail(tx, found, pickLanguage);
      return ok({ [key]: item } as unknown as SharedData<'GET /news/{id}'>);
    }),
  );
}
