import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { toClientNetwork } from '#server/http/client-network.ts';
import { createLimiter, QueueFullError } from '#server/http/limiter.ts';
import type { IsFromTrustedProxy } from '#server/http/trusted-proxies.ts';
import { readServerTexts } from '#server/texts/read-texts.ts';
import type { SentForm } from '#shared/rendering.ts';
import type { BufferForm } from '../gateway/form-body.ts';
import { type ForwardToApiDependencies, forwardToApi, getVisibleSiteOrigin } from '../gateway/forward-to-api.ts';
import { ClientDisconnectedError, PayloadTooLargeError } from '../gateway/request-body.ts';
import { findWriteRefusalStatus } from '../gateway/write-check.ts';
import { parseJson } from '../parse-json.ts';
import { sendPlainPage } from '../plain-page.ts';
import { getSiteHost, readRequestHost } from '../sites/match-hosts.ts';
import type { RenderSentForm } from './page-route.ts';
import { readFormAnswers } from './read-form-answers.ts';

export interface FormRouteDependencies extends ForwardToApiDependencies {
  isTrusted: IsFromTrustedProxy | null;
  renderSentForm: RenderSentForm;
  bufferForm: BufferForm;
}

const keys = ['too_large', 'not_ready'] as const;
const texts = readServerTexts<(typeof keys)[number], string>('errors', keys);

const limits = { concurrency: 8, maxQueue: 64 };

const Response = z.object({
  success: z.boolean(),
  message: z.string(),
  data: z.object({ errors: z.record(z.string(), z.string()).optional() }),
});

/**
 * Accepts forms of browsers without scripts: a POST to the page of the form, which is answered by that page, uncached,
 * with the errors and with what was typed.
 */
export async function formRoute(app: FastifyInstance, dependencies: FormRouteDependencies): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
  const runInTurn = createLimiter(limits);
  app.post<{ Params: { id: string } }>('/forms/:id', async (request, reply) => {
    const site = getSiteHost(request);
    const host = readRequestHost(request.raw, dependencies.isTrusted) ?? '';
    const refusal = findWriteRefusalStatus(request, host, getVisibleSiteOrigin(site));
    if (refusal) return sendPlainPage(reply, refusal, 'not_allowed', site.lang);
    const { id } = request.params;
    if (!/^(contact|[1-9]\d{0,8})$/.test(id)) return sendPlainPage(reply, 404, 'not_found', site.lang);
    const network = toClientNetwork(dependencies.clientAddress(request.raw));
    const sent = await dependencies
      .bufferForm(request.raw, network, (body) =>
        runInTurn(async () => {
          const result = await forwardForm(dependencies, request, id, body);
          // The body is read only if the page shows it again, because reading it takes long.
          if (result.isAccepted || result.status === 413) return result;
          return { ...result, answers: await readFormAnswers(body, request.headers['content-type'] ?? '') };
        }),
      )
      .catch((error: unknown) => describeFailure(error, request, reply));
    return dependencies.renderSentForm(request, reply.header('cache-control', 'no-store'), `/forms/${id}`, sent);
  });
}

async function forwardForm(
  dependencies: FormRouteDependencies,
  request: FastifyRequest,
  id: string,
  body: Buffer,
): Promise<SentForm> {
  const path = id === 'contact' ? '/message' : `/forms/${id}/submit`;
  const { lang } = getSiteHost(request);
  const response = await forwardToApi(dependencies, request, path, { body }).catch((err: unknown) => {
    request.log.warn({ err, route: path }, 'API unreachable');
    return null;
  });
  const parsed = response && Response.safeParse(parseJson(await response.body.text()));
  if (!parsed?.success)
    return { status: 503, isAccepted: false, message: texts[lang].not_ready, errors: {}, answers: {} };
  const { success: isAccepted, message, data } = parsed.data;
  return { status: response?.statusCode ?? 503, isAccepted, message, errors: data.errors ?? {}, answers: {} };
}

function describeFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): SentForm {
  const { lang } = getSiteHost(request);
  const failed = { isAccepted: false, errors: {}, answers: {} };
  // A client that has disconnected receives no response, so the status does not matter.
  if (error instanceof PayloadTooLargeError || error instanceof ClientDisconnectedError) {
    reply.header('connection', 'close');
    return { ...failed, status: 413, message: texts[lang].too_large };
  }
  if (error instanceof QueueFullError) {
    reply.header('connection', 'close').header('retry-after', String(error.retryAfter));
    return { ...failed, status: 503, message: texts[lang].not_ready };
  }
  throw error;
}
