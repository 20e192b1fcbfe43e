import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { sendFailure } from '#server/api/contract/send-failure.ts';
import { translate } from '#server/api/contract/server-texts.ts';
import type { Db } from '#server/api/database/connect.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { getCaller, getRequestSite } from '#server/api/tenancy/current-site.ts';
import { MailLinkToken } from '#shared/accounts/account-fields.ts';
import { redeemHandover } from './handover.ts';

const Body = z.object({ token: MailLinkToken });

/**
 * Registers `POST /internal/handover`, which redeems a handover token for the storefront. The storefront puts the new
 * session token into a cookie that scripts cannot read. Callers without the API secret get a 404.
 */
export function redeemHandoverRoute(app: FastifyInstance, db: Db): void {
  app.post('/internal/handover', async (request, reply) => {
    const { isTrusted, lang } = getCaller(request);
    const body = Body.safeParse(request.body);
    const redeemed =
      isTrusted && body.success
        ? await withSiteTransaction(db, getRequestSite(request).id, (tx) => redeemHandover(tx, body.data.token))
        : null;
    if (redeemed === null) return sendFailure(reply, 404, translate(lang, 'not_found'));
    return { success: true, data: redeemed, message: '' };
  });
}
