import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { QueueFullError } from '#server/http/limiter.ts';
import { setRefusalCause } from '#server/http/refusals.ts';
import { readTextsByLanguage } from '#server/read-texts.ts';
import type { FormSubmissionResult } from '#shared/rendering.ts';
import { logUnavailableApi } from '../api/log-unavailable-api.ts';
import { parseJsonOrUndefined } from '../api/parse-json-or-undefined.ts';
import { type ForwardToApiDependencies, forwardToApi } from '../gateway/forward-to-api.ts';
import { ClientDisconnectedError, PayloadTooLargeError } from '../gateway/request-body.ts';
import { getSiteHost } from '../sites/match-hosts.ts';

const keys = ['too_large', 'too_many', 'not_ready'] as const;
const texts = readTextsByLanguage<(typeof keys)[number], string>('errors', keys);

const Response = z.object({
  success: z.boolean(),
  message: z.string(),
  data: z.looseObject({ errors: z.record(z.string(), z.string()).optional() }),
});

/** The result of a form that was passed on to the API, and the data of the API's response. */
interface ForwardedFormResult {
  sent: FormSubmissionResult;
  data: unknown;
}

/**
 * Passes a form of a browser without scripts on to the API. If the API cannot be reached, the result is a message for
 * the visitor with status 503.
 * @param body The visitor's own body, or JSON from the visitor's answers.
 */
export async function sendFormToApi(
  dependencies: ForwardToApiDependencies,
  request: FastifyRequest,
  path: string,
  body: Buffer | { json: object; method?: 'PUT' },
): Promise<ForwardedFormResult> {
  const response = await forwardToApi(dependencies, request, path, {
    ...(Buffer.isBuffer(body) ? { method: 'POST', body } : { method: body.method ?? 'POST', ...toJsonBody(body.json) }),
  }).catch((err: unknown) => {
    logUnavailableApi(request.log, err, path);
    return null;
  });
  const parsed = response && Response.safeParse(parseJsonOrUndefined(await response.body.text()));
  if (!parsed?.success)
    return { sent: createFailedForm(503, texts[getSiteHost(request).lang].not_ready), data: undefined };
  const { success: isAccepted, message, data } = parsed.data;
  const status = response?.statusCode ?? 503;
  return { sent: { status, isAccepted, message, errors: data.errors ?? {}, answers: {} }, data };
}

function toJsonBody(content: object) {
  const body = Buffer.from(JSON.stringify(content));
  return { body, headers: { 'content-type': 'application/json', 'content-length': String(body.length) } };
}

/** Describes to the visitor why a form could not be read. Unexpected errors are thrown again. */
export function describeFormReadErrorOrRethrow(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FormSubmissionResult {
  const { lang } = getSiteHost(request);
  // A client that has disconnected receives no response, so the status does not matter.
  if (error instanceof PayloadTooLargeError || error instanceof ClientDisconnectedError) {
    reply.header('connection', 'close');
    return createFailedForm(413, texts[lang].too_large);
  }
  if (error instanceof QueueFullError) {
    setRefusalCause(request, error);
    reply.header('connection', 'close').header('retry-after', String(error.retryAfter));
    return createFailedForm(error.statusCode, error.statusCode === 429 ? texts[lang].too_many : texts[lang].not_ready);
  }
  throw error;
}

const createFailedForm = (status: number, message: string): FormSubmissionResult => ({
  status,
  isAccepted: false,
  message,
  errors: {},
  answers: {},
});
