import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { sendFailure } from '#server/api/contract/send-failure.ts';
import { translate } from '#server/api/contract/server-texts.ts';
import type { Db } from '#server/api/database/connect.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { getCaller, getRequestSite } from '#server/api/tenancy/current-site.ts';
import { readScriptByHash } from './site-repository.ts';

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
