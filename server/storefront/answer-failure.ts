import type { AnswerFailure, FailureKind } from '#server/http/failures.ts';
import { answerEnvelope } from './gateway/answer-envelope.ts';
import { plainLang } from './pages/page-route.ts';
import { answerPlain, type PlainText } from './plain-page.ts';

const plainTextOf: Record<FailureKind, PlainText> = {
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
export const answerStorefrontFailure: AnswerFailure = ({ status, kind }, request, reply) => {
  if (request.raw.url?.startsWith('/api/')) return answerEnvelope(request, reply, status, kind);
  return answerPlain(reply, status, plainTextOf[kind], request.siteHost ? plainLang(request.siteHost) : 'fr');
};
