import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FailureKind } from '#server/http/failures.ts';
import type { Failure } from '#shared/envelope.ts';
import english from '#shared/texts/en/errors.json' with { type: 'json' };
import french from '#shared/texts/fr_FR/errors.json' with { type: 'json' };
import { siteHostOf } from '../sites/site-by-host.ts';

const texts = { en: english, fr_FR: french };

/** A failure in the form of the API's own, in the site's language. */
export function answerEnvelope(request: FastifyRequest, reply: FastifyReply, status: number, text: FailureKind) {
  const lang = request.siteHost ? siteHostOf(request).lang : 'fr_FR';
  const failure: Failure = { success: false, data: {}, message: texts[lang][text] };
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(failure));
}
