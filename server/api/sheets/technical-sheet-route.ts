import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { sendFailure } from '#server/api/contract/send-failure.ts';
import { sendValidationError } from '#server/api/contract/send-validation-error.ts';
import { translate } from '#server/api/contract/server-texts.ts';
import type { Db } from '#server/api/database/connect.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { matchesIfNoneMatch } from '#server/api/media/media-headers.ts';
import { getCaller, getRequestSite } from '#server/api/tenancy/current-site.ts';
import { toClientNetwork } from '#server/http/client-network.ts';
import { technicalSheetPathPrefix } from '#shared/catalogue/technical-sheet.ts';
import { IdParam } from '#shared/endpoint.ts';
import { readTechnicalSheet } from './read-technical-sheet.ts';
import { createTechnicalSheetPdfCache } from './technical-sheet-pdf-cache.ts';

const Params = z.object({ id: IdParam, declinationId: IdParam.optional() });

/**
 * Registers `GET /product/generate/file/{id}` and `/{id}/{declinationId}`: the technical sheet of a product's first
 * variant or of the named one, as a PDF in the caller's language.
 */
export function technicalSheetRoute(app: FastifyInstance, { db, filesDir }: { db: Db; filesDir: string }): void {
  const files = createTechnicalSheetPdfCache(filesDir);

  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const { lang, ipAddress } = getCaller(request);
    const params = Params.safeParse(request.params);
    if (!params.success) return sendValidationError(reply, params.error.issues, request.params, lang);
    const site = getRequestSite(request);
    const { id: productId, declinationId: variantId = null } = params.data;
    const sheet = await withSiteTransaction(db, site.id, (tx) =>
      readTechnicalSheet(tx, { site, lang, productId, variantId }),
    );
    if (!sheet) return sendFailure(reply, 404, translate(lang, 'sheets.not_found'));
    const etag = `"${files.hash(sheet).slice(0, 20)}"`;
    // The ETag is weak, because the date of creation in a PDF depends on the process that renders the document.
    reply
      .header('etag', `W/${etag}`)
      .header('cache-control', 'public, max-age=300')
      .header('x-content-type-options', 'nosniff');
    if (matchesIfNoneMatch(request.headers['if-none-match'], etag)) return reply.code(304).send();
    const owner = { siteId: site.id, network: toClientNetwork(ipAddress) };
    const { pdf, isComplete } = await files.get(sheet, owner, request.log);
    // The ETag is the hash of the sheet's content, so a client that cached an incomplete document would always get a
    // 304.
    if (!isComplete) reply.header('cache-control', 'no-store').removeHeader('etag');
    return reply
      .header('content-disposition', `inline; filename="${sheet.fileName}.pdf"`)
      .type('application/pdf')
      .send(pdf);
  };
  for (const ids of ['/:id', '/:id/:declinationId']) app.get(technicalSheetPathPrefix + ids, handler);
}
