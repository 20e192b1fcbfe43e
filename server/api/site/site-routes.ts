import { and, eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import { sendFailure } from '#server/api/contract/send-failure.ts';
import { translate } from '#server/api/contract/server-texts.ts';
import type { Db } from '#server/api/database/connect.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import type { RateLimiter } from '#server/api/limits/rate-limiter.ts';
import { getCaller, getRequestSite } from '#server/api/tenancy/current-site.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { htmlParameterKeys, type ParameterKey } from '#shared/site/parameter-definitions.ts';
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
import { pageEntries, parameters } from './site-tables.ts';

const hashOf = (text: ReturnType<typeof sql>) => sql`encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;

/**
 * Finds JavaScript that staff have entered, by its SHA-256: in links of the page tree and in the parameter
 * SCRIPTS_TO_LOAD.
 */
async function readScriptByHash(tx: SiteTx, hash: string): Promise<string | null> {
  const [link] = await tx
    .select({ code: pageEntries.linkCode })
    .from(pageEntries)
    .where(and(eq(pageEntries.linkType, 'SCRIPT'), sql`${hashOf(sql`${pageEntries.linkCode}`)} = ${hash}`))
    .limit(1);
  if (link) return link.code;
  const scripts: ParameterKey = 'SCRIPTS_TO_LOAD';
  const text = sql<string>`${parameters.value} #>> '{}'`;
  const [parameter] = await tx
    .select({ code: text })
    .from(parameters)
    .where(and(eq(parameters.type, scripts), sql`${hashOf(text)} = ${hash}`));
  return parameter?.code ?? null;
}

const Params = z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/) });

/**
 * Registers `GET /internal/script/{hash}`, which returns JavaScript that staff have entered. The storefront serves it
 * from the site's own origin. Callers without the API secret get a 404.
 */
export function internalScriptRoute(app: FastifyInstance, db: Db): void {
  app.get('/internal/script/:hash', async (request, reply) => {
    const { isTrusted, lang } = getCaller(request);
    const params = Params.safeParse(request.params);
    const code =
      isTrusted && params.success
        ? await withSiteTransaction(db, getRequestSite(request).id, (tx) => readScriptByHash(tx, params.data.hash))
        : null;
    if (code === null) return sendFailure(reply, 404, translate(lang, 'not_found'));
    return { success: true, data: { code }, message: '' };
  });
}

interface SiteDependencies extends ContractRouteDependencies {
  limits: RateLimiter;
}

export function siteRoutes(app: FastifyInstance, dependencies: SiteDependencies): void {
  const { limits } = dependencies;
  const route = createContractRouter(app, 'site', siteContract, dependencies);
  const popupRoute = createContractRouter(app, 'popups', popupEndpoints, dependencies);

  route('GET /parameter', async ({ query, withSiteTransaction, pickLanguage, lang, request: { log } }) => {
    const omitted = query.texts === 'false' ? htmlParameterKeys : [];
    const all = await withSiteTransaction((tx) => readPublicParameters(tx, omitted, { lang, pickLanguage, log }));
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
