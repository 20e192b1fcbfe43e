import type { HttpFailureKind, SendHttpFailure } from '#server/http/failures.ts';
import { apiBasePath } from '#shared/api-path.ts';
import { sendGatewayFailure } from './gateway/send-gateway-failure.ts';
import { type PlainPageName, sendPlainPage } from './responses/plain-page.ts';

const plainPageByKind: Record<HttpFailureKind, PlainPageName> = {
  malformed: 'malformed',
  not_allowed: 'not_allowed',
  not_found: 'not_found',
  too_large: 'malformed',
  wrong_type: 'not_allowed',
  too_many: 'unavailable',
  not_ready: 'unavailable',
  disk_full: 'unavailable',
  unexpected: 'unexpected',
};

/** Sends an error response outside a rendered page: an envelope for API calls, a plain page for visitors. */
export const sendStorefrontFailure: SendHttpFailure = ({ status, kind }, request, reply) => {
  if (request.raw.url?.startsWith(`${apiBasePath}/`)) return sendGatewayFailure(request, reply, status, kind);
  return sendPlainPage(reply, status, plainPageByKind[kind], request.siteHost?.lang);
};
