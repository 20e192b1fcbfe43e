import type { SendFailure, FailureKind } from '#server/http/failures.ts';
import { sendFailureEnvelope } from './gateway/send-failure-envelope.ts';
import { sendPlainPage, type PlainPageName } from './plain-page.ts';

const plainTextOf: Record<FailureKind, PlainPageName> = {
  malformed: 'malformed',
  not_allowed: 'not_allowed',
  not_found: 'not_found',
  too_large: 'malformed',
  wrong_type: 'not_allowed',
  too_many: 'unavailable',
  not_ready: 'unavailable',
  unexpected: 'unexpected',
};

/** Failures outside a page: calls get an envelope, people a plain page. */
export const sendStorefrontFailure: SendFailure = ({ status, kind }, request, reply) => {
  if (request.raw.url?.startsWith('/api/')) return sendFailureEnvelope(request, reply, status, kind);
  return sendPlainPage(reply, status, plainTextOf[kind], request.siteHost?.lang);
};
