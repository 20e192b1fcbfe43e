import type { FastifyInstance } from 'fastify';
import { getCaller, getFirstOfRepeatedHeader } from '#server/api/tenancy/current-site.ts';
import type { SiteRegistry } from '#server/api/tenancy/site-registry.ts';
import { parseId } from '#shared/ids/parse-id.ts';
import { isLang, languages } from '#shared/languages.ts';
import { sendFailure } from './send-failure.ts';
import { translate } from './server-texts.ts';

/**
 * Resolves the site of each request from the header `idSite`. Responds with 400 if the header is missing or malformed,
 * with 404 if there is no such site, and with 503 if the storefront's folder for this id is not the imported one. The
 * header `userLang` is optional; an unknown language is a 400.
 */
export function registerSiteResolution(app: FastifyInstance, sites: SiteRegistry): void {
  app.addHook('onRequest', async (request, reply) => {
    const caller = getCaller(request);
    const id = parseId(getFirstOfRepeatedHeader(request.headers.idsite));
    if (id === null)
      return sendFailure(reply, 400, translate(caller.lang, 'site_missing'), {
        idSite: translate(caller.lang, 'site_missing'),
      });
    const site = await sites.find(id);
    if (!site) return sendFailure(reply, 404, translate(caller.lang, 'site_unknown'));
    if (caller.folder !== null && site.folder !== null && caller.folder !== site.folder) {
      const { folder } = caller;
      request.log.warn({ code: 'site_id_in_use', site: id, folder, importedFrom: site.folder }, 'site id in use');
      request.refusalCause = 'not_imported';
      return sendFailure(reply, 503, translate(caller.lang, 'not_ready'));
    }
    const lang = getFirstOfRepeatedHeader(request.headers.userlang);
    if (!lang) caller.lang = site.defaultLang;
    else if (!isLang(lang)) {
      const message = translate(site.defaultLang, 'lang_unknown', { allowed: languages.join(', ') });
      return sendFailure(reply, 400, message, { userLang: message });
    }
    caller.site = site;
  });
}
