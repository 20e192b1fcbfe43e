import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { createConcurrencyLimiter, QueueFullError } from '#server/http/limiter.ts';
import { setRefusalCause } from '#server/http/refusals.ts';
import { buildNewsletterUnsubscriptionPath } from '#shared/newsletter/unsubscription-path.ts';
import type { FormSubmissionResult } from '#shared/rendering.ts';
import { buildReviewRefusalPath } from '#shared/reviews/review-rules.ts';
import { logUnavailableApi } from '../api/log-unavailable-api.ts';
import { parseJsonOrUndefined } from '../api/parse-json-or-undefined.ts';
import { type ForwardToApiDependencies, forwardToApi } from '../gateway/forward-to-api.ts';
import { bufferRequestBody, ClientDisconnectedError, PayloadTooLargeError } from '../gateway/request-body.ts';
import { sendPlainPage } from '../responses/plain-page.ts';
import { getSiteHost } from '../sites/match-hosts.ts';
import type { SendFormResultPage } from './page-route.ts';

interface UnsubscriptionRouteDependencies extends ForwardToApiDependencies {
  sendFormResultPage: SendFormResultPage;
}

const limits = { concurrency: 8, maxQueue: 256 };

/**
 * Maximum size in bytes of a request body. Mail providers send `List-Unsubscribe=One-Click`, browsers an empty form.
 */
const maxBodyBytes = 4_096;

const Response = z.object({
  success: z.boolean(),
  message: z.string(),
  data: z.object({ list: z.string().nullish() }),
});

/** The paths of the links in mails, and the call of the API that each link makes with its token. */
const links = [
  { buildPath: buildNewsletterUnsubscriptionPath, call: '/newsletter/unsubscribe' },
  { buildPath: buildReviewRefusalPath, call: '/review/invitation/refuse' },
] as const;

/**
 * Ends a newsletter subscription or the invitations to review by a POST request to the URL in the mails (RFC 8058). A mail provider's server sends
 * the request without cookies or Origin header, so the token in the URL is the only authority. Browsers without scripts
 * send the same request with the button of the page.
 */
export async function unsubscriptionRoute(
  app: FastifyInstance,
  dependencies: UnsubscriptionRouteDependencies,
): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const runQueued = createConcurrencyLimiter(limits);
  for (const { buildPath, call } of links)
    app.post<{ Params: { token: string } }>(buildPath(':token'), async (request, reply) => {
      const { lang } = getSiteHost(request);
      const { token } = request.params;
      try {
        await bufferRequestBody(request.raw, maxBodyBytes);
        const sent = await runQueued(() => unsubscribe(dependencies, request, call, token));
        reply.header('cache-control', 'no-store');
        return await dependencies.sendFormResultPage(request, reply, buildPath(token), sent);
      } catch (error) {
        return sendFailure(error, reply, lang);
      }
    });
}

function sendFailure(error: unknown, reply: FastifyReply, lang: ReturnType<typeof getSiteHost>['lang']): FastifyReply {
  // A client that has disconnected receives no response, so the status does not matter.
  if (error instanceof PayloadTooLargeError || error instanceof ClientDisconnectedError)
    return sendPlainPage(reply.header('connection', 'close'), 413, 'malformed', lang);
  setRefusalCause(reply.request, error);
  if (error instanceof QueueFullError)
    return sendPlainPage(reply.header('retry-after', String(error.retryAfter)), 503, 'unavailable', lang);
  throw error;
}

async function unsubscribe(
  dependencies: UnsubscriptionRouteDependencies,
  request: FastifyRequest,
  call: (typeof links)[number]['call'],
  token: string,
): Promise<FormSubmissionResult> {
  const body = Buffer.from(JSON.stringify({ token }));
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
  const response = await forwardToApi(dependencies, request, call, {
    method: 'PUT',
    body,
    headers,
  }).catch((err: unknown) => {
    logUnavailableApi(request.log, err, call);
    return null;
  });
  const parsed = response && Response.safeParse(parseJsonOrUndefined(await response.body.text()));
  if (!parsed?.success) return { status: 503, isAccepted: false, message: '', errors: {}, answers: {} };
  const { success: isAccepted, message, data } = parsed.data;
  const answers: FormSubmissionResult['answers'] = data.list ? { list: [data.list] } : {};
  return { status: response?.statusCode ?? 503, isAccepted, message, errors: {}, answers };
}
