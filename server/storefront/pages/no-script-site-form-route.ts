import type { FastifyInstance } from 'fastify';
import { toClientNetwork } from '#server/http/client-network.ts';
import { createConcurrencyLimiter } from '#server/http/limiter.ts';
import type { IsFromTrustedProxy } from '#server/http/trusted-proxies.ts';
import { parseId } from '#shared/ids/parse-id.ts';
import type { BufferedFormForwarder } from '../gateway/form-body.ts';
import { type ForwardToApiDependencies, getVisitorOrigin } from '../gateway/forward-to-api.ts';
import { findWriteRefusalStatus } from '../gateway/write-check.ts';
import { sendPlainPage } from '../responses/plain-page.ts';
import { getSiteHost, readRequestHost } from '../sites/match-hosts.ts';
import type { SendFormResultPage } from './page-route.ts';
import { parseMultipartTextAnswers } from './parse-multipart-text-answers.ts';
import { describeFormReadErrorOrRethrow, sendFormToApi } from './send-form-to-api.ts';

interface SiteFormDependencies extends ForwardToApiDependencies {
  isTrusted: IsFromTrustedProxy | null;
  sendFormResultPage: SendFormResultPage;
  bufferForm: BufferedFormForwarder;
}

const limits = { concurrency: 8, maxQueue: 64 };

/**
 * Accepts the estate's own forms and the contact form from browsers without scripts: a POST to the page of the form.
 * The response is that page, uncached, with the errors and the entered answers.
 */
export async function noScriptSiteFormRoute(app: FastifyInstance, dependencies: SiteFormDependencies): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
  const runQueued = createConcurrencyLimiter(limits);
  app.post<{ Params: { id: string } }>('/forms/:id', async (request, reply) => {
    const site = getSiteHost(request);
    const host = readRequestHost(request.raw, dependencies.isTrusted) ?? '';
    const refusal = findWriteRefusalStatus(request, host, getVisitorOrigin(site));
    if (refusal) return sendPlainPage(reply, refusal, 'not_allowed', site.lang);
    const { id } = request.params;
    if (id !== 'contact' && parseId(id) === null) return sendPlainPage(reply, 404, 'not_found', site.lang);
    const network = toClientNetwork(dependencies.clientAddress(request.raw));
    const sent = await dependencies
      .bufferForm(request.raw, network, (body) =>
        runQueued(async () => {
          const path = id === 'contact' ? '/message' : `/forms/${id}/submit`;
          const { sent: result } = await sendFormToApi(dependencies, request, path, body);
          // The answers are parsed from the body only if the page shows them again, because parsing takes long.
          if (result.isAccepted || result.status === 413) return result;
          return { ...result, answers: await parseMultipartTextAnswers(body, request.headers['content-type'] ?? '') };
        }),
      )
      .catch((error: unknown) => describeFormReadErrorOrRethrow(error, request, reply));
    return dependencies.sendFormResultPage(request, reply.header('cache-control', 'no-store'), `/forms/${id}`, sent);
  });
}
