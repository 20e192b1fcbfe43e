import type { FastifyReply, FastifyRequest } from 'fastify';
import { type HttpFailureKind, httpFailureKinds } from '#server/http/failures.ts';
import { readTextsByLanguage } from '#server/read-texts.ts';
import { defaultLang } from '#shared/languages.ts';
import type { FailureEnvelope } from '#shared/response-envelope.ts';

const texts = readTextsByLanguage<HttpFailureKind, string>('errors', httpFailureKinds);

export function sendGatewayFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  kind: HttpFailureKind,
) {
  const lang = request.siteHost?.lang ?? defaultLang;
  const failure: FailureEnvelope = { success: false, data: {}, message: texts[lang][kind] };
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(failure));
}
