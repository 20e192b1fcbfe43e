import type { FastifyInstance } from 'fastify';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import { contentContract } from '#shared/content/content-contract.ts';
import type { ContentItem } from '#shared/content/content-endpoints.ts';
import type { Image } from '#shared/media/image.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { albumRoutes } from './album-routes.ts';
import { blogRoutes } from './blog-routes.ts';
import { readContentItem, readContentList } from './content-repository.ts';
import { type ContentTypeTables, tablesByContentType } from './content-tables.ts';
import { toContentDetail, toContentItems } from './to-content-item.ts';

export function contentRoutes(app: FastifyInstance, dependencies: ContractRouteDependencies): void {
  const route = createContractRouter(app, 'content', contentContract, dependencies);
  serveContentType(route, tablesByContentType.news, { path: '/news', key: 'news' });
  blogRoutes(app, dependencies);
  albumRoutes(app, dependencies);
}

type Route = ReturnType<typeof createContractRouter<typeof contentContract>>;

/**
 * All content types declare their calls with `defineContentEndpoints`, so the TypeScript types of one content type fit all
 * others.
 */
type SharedData<Key extends 'GET /news' | 'GET /news/{id}'> = Key extends 'GET /news'
  ? { news: ContentItem[]; total: number }
  : { news: ContentItem & { html: string; images: Image[] } };

/** Registers the routes of the calls that `defineContentEndpoints(path, key, …)` declares for a content type. */
function serveContentType(route: Route, tables: ContentTypeTables, { path, key }: { path: string; key: string }): void {
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
