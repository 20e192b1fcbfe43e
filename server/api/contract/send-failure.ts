import type { FastifyReply } from 'fastify';
import type { SendHttpFailure } from '#server/http/failures.ts';
import { defaultLang } from '#shared/languages.ts';
import type { ErrorMessageByField, FailureEnvelope } from '#shared/response-envelope.ts';
import { translate } from './server-texts.ts';

type FailureData = FailureEnvelope['data'];

/** Creates the body of a failure response, without details that are undefined. */
const createFailureEnvelope = (message: string, { errors, present, record }: FailureData): FailureEnvelope => ({
  success: false,
  data: { ...(errors && { errors }), ...(present !== undefined && { present }), ...(record && { record }) },
  message,
});

/** @param details The current item, if the caller wanted to change an outdated one, or a DNS record that is missing. */
export function sendFailure(
  reply: FastifyReply,
  status: number,
  message: string,
  errors?: ErrorMessageByField,
  details: Omit<FailureData, 'errors'> = {},
): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(createFailureEnvelope(message, { ...details, ...(errors && { errors }) }));
}

export const sendUnhandledApiFailure: SendHttpFailure = (failure, request, reply) =>
  sendFailure(reply, failure.status, translate(request.caller?.lang ?? defaultLang, failure.kind));
