import type { FastifyReply, FastifyRequest } from 'fastify';
import { type FailureKind, failureKinds } from '#server/http/failures.ts';
import { readTexts } from '#server/texts/read-texts.ts';
import type { Failure } from '#shared/envelope.ts';
import { defaultLang } from '#shared/languages.ts';

const texts = readTexts<FailureKind, string>('errors', failureKinds);

/** A failure in the form of the API's own, in the site's language. */
export function answerEnvelope(request: FastifyRequest, reply: FastifyReply, status: number, text: FailureKind) {
  const lang = request.siteHost?.lang ?? defaultLang;
  const failure: Failure = { success: false, data: {}, message: texts[lang][text] };
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(failure));
}
