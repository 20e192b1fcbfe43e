import type { AnswerFailure, FailureKind } from '#server/http/failures.ts';
import { answerEnvelope } from './gateway/answer-envelope.ts';
import { answerPlain, type PlainPage } from './plain-page.ts';

const plainTextOf: Record<FailureKind, PlainPage> = {
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
  return answerPlain(reply, status, plainTextOf[kind], request.siteHost?.lang);
};
