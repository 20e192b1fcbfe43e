import type { FastifyInstance } from 'fastify';
import { contractRoutes, type RouteParts } from '#server/api/contract/contract-route.ts';
import { callerOf } from '#server/api/tenancy/current-site.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { isComponentKind } from '#shared/site/sections.ts';
import { siteContract } from '#shared/site/site-contract.ts';
import { logVisit } from './log-visit.ts';
import { readPageContent, readPageTree, readSectionConfig } from './read-pages.ts';
import { readLanguages, readLogoList, readParameterList, readSite, readThemeWithFonts } from './read-site.ts';
import { readExternalApp } from './site-repository.ts';

export function siteRoutes(app: FastifyInstance, parts: RouteParts): void {
  const route = contractRoutes(app, 'site', siteContract, parts);

  route('GET /parameter', async ({ query, inSite, localize }) => {
    const all = await inSite((tx) => readParameterList(tx, localize));
    return { parameters: query.type ? all.filter(({ type }) => type === query.type) : all };
  });
  route('GET /site/info', async ({ inSite, site }) => ({ site: await inSite((tx) => readSite(tx, site)) }));
  route('GET /theme', async ({ inSite }) => ({ theme: await inSite(readThemeWithFonts) }));
  route('GET /logo', async ({ inSite, localize }) => ({ logos: await inSite((tx) => readLogoList(tx, localize)) }));
  route('GET /language', ({ site, lang }) => ({ languages: readLanguages(site, lang) }));

  route('GET /site/visit/{id}', async ({ params, inSite, request }) => {
    const visitor = { address: callerOf(request).address, userAgent: request.headers['user-agent'] ?? '' };
    await inSite((tx) => logVisit(tx, params.id, visitor, new Date()));
    return {};
  });

  route('GET /page/tree', async ({ inSite, lang, site }) => ({
    pages: await inSite((tx) => readPageTree(tx, lang, site.defaultLang)),
  }));
  route('GET /page/{id}', async ({ params, inSite, localize, request: { log } }) => {
    const page = await inSite((tx) => readPageContent(tx, params.id, { localize, log }));
    return page ? ok({ page }) : refuse('not_found');
  });

  route('GET /component/conf/{slug}', async ({ params: { slug }, inSite, localize, request: { log } }) => {
    const config = isComponentKind(slug) ? await inSite((tx) => readSectionConfig(tx, slug, { localize, log })) : null;
    return config ? ok({ slug, config }) : refuse('not_found');
  });
  route('GET /external-app/{app}/config/public', async ({ params: { app: name }, inSite }) => {
    const config = await inSite((tx) => readExternalApp(tx, name));
    return config ? ok({ app: name, config }) : refuse('not_found');
  });
}
