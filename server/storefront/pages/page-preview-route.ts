import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toClientNetwork } from '#server/http/client-network.ts';
import { pageEditingContract } from '#shared/pages/page-editing-contract.ts';
import { previewPathPrefix } from '#shared/pages/preview-path.ts';
import { type ApiReader, isApiReadError } from '#shared/rendering.ts';
import type { Page, Theme } from '#shared/site/site-contract.ts';
import { createUnavailableError, parseApiResponse } from '../api/parse-api-response.ts';
import { type ForwardToApiDependencies, forwardToApi } from '../gateway/forward-to-api.ts';
import { readSessionToken } from '../gateway/token-cookie.ts';
import { sendPlainPage } from '../responses/plain-page.ts';
import { getSiteHost } from '../sites/match-hosts.ts';
import type { PageRouteDependencies } from './page-route.ts';
import { renderPage } from './render-page.ts';
import { sendDocumentBypassingCache } from './send-document.ts';

type PagePreviewDependencies = ForwardToApiDependencies &
  Pick<PageRouteDependencies, 'rendering' | 'renderQueue' | 'dataCache'>;

/** The statuses with which the API refuses a preview. The visitor gets the plain 404 page in each case. */
const hiddenStatuses: readonly number[] = [400, 401, 403, 404];

/**
 * Registers the previews of pages with content that is not yet published. The API shows it to staff alone; the document
 * is sandboxed and never cached.
 */
export function registerPagePreviewRoute(app: FastifyInstance, dependencies: PagePreviewDependencies): void {
  app.get<{ Params: PreviewParams }>(`${previewPathPrefix}/:idPage/:token`, async (request, reply) => {
    try {
      return await sendPreview(dependencies, request, reply);
    } catch (error) {
      if (!isApiReadError(error)) throw error;
      const { lang } = getSiteHost(request);
      if (hiddenStatuses.includes(error.status)) return sendPlainPage(reply, 404, 'not_found', lang);
      return sendPlainPage(reply.header('retry-after', '5'), 503, 'unavailable', lang);
    }
  });
}

interface PreviewParams {
  idPage: string;
  token: string;
}

async function sendPreview(
  dependencies: PagePreviewDependencies,
  request: FastifyRequest<{ Params: PreviewParams }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { rendering, renderQueue, dataCache, clientAddress } = dependencies;
  const site = getSiteHost(request);
  const { path, ...preview } = await readPreview(dependencies, request);
  const read = dataCache.reader(site, request.id);
  const owner = { siteId: site.id, network: toClientNetwork(clientAddress(request.raw)) };
  const outcome = await renderQueue.run(owner, () =>
    renderPage(rendering, {
      site,
      path,
      isSecret: true,
      isNotFound: false,
      isPreview: true,
      isSandboxed: true,
      log: request.log,
      read: replaceContent(read, preview),
      cachedRead: dataCache.reader(site, request.id, 'cache-only'),
      waitForRenderSlot: () => renderQueue.waitForRenderSlot(site.id),
    }),
  );
  return outcome.kind === 'redirect'
    ? sendPlainPage(reply, 404, 'not_found', site.lang)
    : sendDocumentBypassingCache(reply, outcome);
}

async function readPreview(dependencies: ForwardToApiDependencies, request: FastifyRequest<{ Params: PreviewParams }>) {
  const { idPage, token } = request.params;
  const session = readSessionToken(request);
  const name = 'GET /admin/page/{idPage}/preview/{token}';
  const path = `/admin/page/${encodeURIComponent(idPage)}/preview/${encodeURIComponent(token)}`;
  const forward = () => forwardToApi(dependencies, request, path, { token: session.token });
  const { statusCode, body } = await forward().catch((cause: unknown) => {
    throw createUnavailableError(`${name}: API unreachable`, cause);
  });
  return parseApiResponse(name, pageEditingContract[name].data, statusCode, await body.text());
}

interface PreviewedContent {
  page: Page;
  /** The previewed theme; null for the theme of the site. */
  theme: Theme | null;
}

/** Creates a reader that returns the previewed page and theme instead of the published ones. */
function replaceContent(read: ApiReader, { page, theme }: PreviewedContent): ApiReader {
  const readReplaced = async (name: Parameters<ApiReader>[0], input?: Parameters<ApiReader>[1]) => {
    if (name === 'GET /page/{id}' && Number((input?.params as { id?: unknown } | undefined)?.id) === page.id)
      return { page };
    if (theme && name === 'GET /theme') return { theme };
    const data = await read(name, input as never);
    // The renderer caches the data of a site by its page tree object. A preview of a theme therefore gets a copy.
    return theme && name === 'GET /page/tree' ? { ...data } : data;
  };
  return readReplaced as ApiReader;
}
