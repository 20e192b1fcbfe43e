import type { FastifyInstance } from 'fastify';
import {
  type ContractHandler,
  type ContractRouteDependencies,
  registerEndpoint,
} from '#server/api/contract/contract-route.ts';
import { standardContentEndpointsByType } from '#shared/content/content-endpoints.ts';
import {
  type StandardContentTypeName,
  standardContentTypeNames,
  standardContentTypes,
} from '#shared/content/standard-content-types.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { albumRoutes } from './album-routes.ts';
import { blogRoutes } from './blog-routes.ts';
import {
  readPublishedContent,
  readPublishedContentItem,
  toContentDetail,
  toContentItems,
} from './content-repository.ts';
import { tablesByArticleType } from './content-tables.ts';

export function contentRoutes(app: FastifyInstance, dependencies: ContractRouteDependencies): void {
  for (const name of standardContentTypeNames) articleRoutes(app, name, dependencies);
  blogRoutes(app, dependencies);
  albumRoutes(app, dependencies);
}

type Endpoints = (typeof standardContentEndpointsByType)[StandardContentTypeName];

/** Registers the routes of the calls that `standardContentEndpointsByType` declares for a content type. */
function articleRoutes(app: FastifyInstance, name: StandardContentTypeName, dependencies: ContractRouteDependencies) {
  const { path, key } = standardContentTypes[name];
  const { list, detail } = standardContentEndpointsByType[name];
  const tables = tablesByArticleType[name];
  const readList: ContractHandler<Endpoints['list']> = ({ query, lang, site, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const context = { lang, siteLang: site.defaultLang, now: new Date() };
      const { rows, total } = await readPublishedContent(tx, tables, query, context);
      return { [key]: await toContentItems(tx, rows, pickLanguage), total };
    });
  const readDetail: ContractHandler<Endpoints['detail']> = ({ params, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const found = await readPublishedContentItem(tx, tables, params.id, new Date());
      return found ? ok({ [key]: await toContentDetail(tx, found, pickLanguage) }) : refuse('not_found');
    });
  const domain = 'content';
  registerEndpoint(app, { domain, name: `GET ${path}`, endpoint: list, handler: readList }, dependencies);
  registerEndpoint(app, { domain, name: `GET ${path}/{id}`, endpoint: detail, handler: readDetail }, dependencies);
}
