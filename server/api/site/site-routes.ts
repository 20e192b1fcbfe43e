import type { FastifyInstance } from 'fastify';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import type { RateLimiter } from '#server/api/limits/rate-limiter.ts';
import { getCaller } from '#server/api/tenancy/current-site.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { popupEndpoints } from '#shared/site/popup-contract.ts';
import { isSectionKindWithConfig } from '#shared/site/sections.ts';
import { siteContract } from '#shared/site/site-contract.ts';
import { countVisitOncePerDay } from './count-visit-once-per-day.ts';
import { readFirstSectionConfig, readPageContent, readPageTree } from './read-pages.ts';
import { readPublishedPopup } from './read-popups.ts';
import {
  listSiteLanguages,
  readLogoList,
  readPublicParameters,
  readPublicSiteInfo,
  readThemeWithFonts,
} from './read-public-site-info.ts';
import { readConfigOfExternalApp } from './site-repository.ts';

interface SiteDependencies extends ContractRouteDependencies {
  limits: RateLimiter;
}

export function siteRoutes(app: FastifyInstance, dependencies: SiteDependencies): void {
  const { limits } = dependencies;
  const route = createContractRouter(app, 'site', siteContract, dependencies);
  const popupRoute = createContractRouter(app, 'popups', popupEndpoints, dependencies);

  route('GET /parameter', async ({ query, withSiteTransaction, pickLanguage, lang, request: { log } }) => {
    const all = await withSiteTransaction((tx) => readPublicParameters(tx, { lang, pickLanguage, log }));
    return { parameters: query.type ? all.filter(({ type }) => type === query.type) : all };
  });
  route('GET /site/info', async ({ withSiteTransaction, site }) => ({
    site: await withSiteTransaction((tx) => readPublicSiteInfo(tx, site)),
  }));
  route('GET /theme', async ({ withSiteTransaction }) => ({ theme: await withSiteTransaction(readThemeWithFonts) }));
  route('GET /logo', async ({ withSiteTransaction, pickLanguage }) => ({
    logos: await withSiteTransaction((tx) => readLogoList(tx, pickLanguage)),
  }));
  route('GET /language', ({ site, lang }) => ({ languages: listSiteLanguages(site, lang) }));

  route('GET /site/visit/{id}', async ({ params, site, withSiteTransaction, request }) => {
    const { ipAddress } = getCaller(request);
    const isCounted =
      (await limits.consume(site.id, 'visit-client', ipAddress)) &&
      (await limits.consume(site.id, 'visit-network', ipAddress));
    if (isCounted) await withSiteTransaction((tx) => countVisitOncePerDay(tx, params.id, ipAddress, new Date()));
    return {};
  });

  popupRoute('GET /popup/{id}', async ({ params, withSiteTransaction, pickLanguage }) => {
    const popup = await withSiteTransaction((tx) =>
      readPublishedPopup(tx, params.id, { pickLanguage, now: new Date() }),
    );
    return popup ? ok({ popup }) : refuse('not_found');
  });

  route('GET /page/tree', async ({ withSiteTransaction, lang, site }) => ({
    pages: await withSiteTransaction((tx) => readPageTree(tx, lang, site.defaultLang)),
  }));
  route('GET /page/{id}', async ({ params, withSiteTransaction, pickLanguage, request: { log } }) => {
    const page = await withSiteTransaction((tx) => readPageContent(tx, params.id, { pickLanguage, log }));
    return page ? ok({ page }) : refuse('not_found');
  });

  route(
    'GET /component/conf/{slug}',
    async ({ params: { slug }, withSiteTransaction, pickLanguage, request: { log } }) => {
      const config = isSectionKindWithConfig(slug)
        ? await withSiteTransaction((tx) => readFirstSectionConfig(tx, slug, { pickLanguage, log }))
        : null;
      return config ? ok({ slug, config }) : refuse('not_found');
    },
  );
  route('GET /external-app/{app}/config/public', async ({ params: { app: name }, withSiteTransaction }) => {
    const config = await withSiteTransaction((tx) => readConfigOfExternalApp(tx, name));
    return config ? ok({ app: name, config }) : refuse('not_found');
  });
}
