import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type QRCodeToStringOptions, toBuffer, toString as toText } from 'qrcode';
import { parseId } from '#shared/ids/parse-id.ts';
import { isELabelLanguage, toELabelLanguage } from '#shared/labels/e-label-languages.ts';
import { eLabelStyle, renderELabel } from '#shared/labels/render-e-label.ts';
import { ApiReadError, isApiReadError } from '#shared/rendering.ts';
import type { RenderedDocument, RenderOutcome } from './cache/render-outcome.ts';
import { buildPathFromRoute } from './pages/build-path-from-route.ts';
import { buildSmallDocument } from './pages/document-headers.ts';
import { type PageRouteDependencies, toPageCacheKey } from './pages/page-route.ts';
import { sendDocumentThroughCache } from './pages/send-document.ts';
import type { SiteHost } from './sites/host-index.ts';
import { getSiteHost } from './sites/match-hosts.ts';

type ELabelDependencies = Pick<PageRouteDependencies, 'htmlCache' | 'dataCache' | 'generations'>;

interface ELabelParams {
  id: string;
  language?: string;
}

interface Content {
  contentType: string;
  body: string | Uint8Array;
}

/**
 * Error correction level M restores 15 % of a code. ISO/IEC 18004 requires a quiet zone of four modules on each side.
 */
const options = { errorCorrectionLevel: 'M', margin: 4 } as const satisfies QRCodeToStringOptions;
/** Width of one module in pixels: 1.7 mm when printed at 300 dots per inch, enough for scaling down. */
const modulePixels = 20;

const createQrCodeSvg = (text: string): Promise<string> => toText(text, { ...options, type: 'svg' });

const createQrCodePng = (text: string): Promise<Buffer> =>
  toBuffer(text, { ...options, type: 'png', scale: modulePixels });

/**
 * Registers the electronic labels `/e/{id}` and `/e/{id}/{language}` with their QR codes. Labels are also served while
 * the site is being built, because the QR codes on bottles that are already sold link to them.
 */
export function registerELabelRoutes(app: FastifyInstance, dependencies: ELabelDependencies): void {
  const { htmlCache, generations } = dependencies;
  const serve = (url: string, create: (site: SiteHost, request: FastifyRequest) => Promise<Content>) =>
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply) => {
        const site = getSiteHost(request);
        const page = {
          key: toPageCacheKey(site, buildPathFromRoute(url, request.params as Record<string, string>)),
          siteId: site.id,
          state: generations.get(site.id),
          hasQuery: false,
          render: () => withFailures(site, request, () => create(site, request)),
        };
        return sendDocumentThroughCache(htmlCache, page, request, reply);
      },
    });

  const page = async (site: SiteHost, request: FastifyRequest): Promise<Content> => {
    const { language = toELabelLanguage(site.lang) } = request.params as ELabelParams;
    if (!isELabelLanguage(language)) throw new ApiReadError(404, 'unknown language of a label');
    const label = await readLabel(dependencies, site, request);
    const body = renderELabel({ label, language, siteLang: site.rendered.defaultLang });
    return { contentType: 'text/html; charset=utf-8', body };
  };
  const createCodeRoute =
    (contentType: string, create: (text: string) => Promise<Content['body']>) =>
    async (site: SiteHost, request: FastifyRequest): Promise<Content> => {
      const { id } = await readLabel(dependencies, site, request);
      return { contentType, body: await create(`${getCanonicalOrigin(site)}/e/${id}`) };
    };
  serve('/e/:id', page);
  serve('/e/:id/:language', page);
  serve('/e/:id/qr.svg', createCodeRoute('image/svg+xml', createQrCodeSvg));
  serve('/e/:id/qr.png', createCodeRoute('image/png', createQrCodePng));
}

/** Returns the origin in the default language of the site, so that a label has one QR code on all hosts. */
const getCanonicalOrigin = ({ rendered: { alternates, defaultLang, origin } }: SiteHost): string =>
  alternates.find(({ lang }) => lang === defaultLang)?.origin ?? origin;

async function readLabel({ dataCache }: ELabelDependencies, site: SiteHost, request: FastifyRequest) {
  const id = parseId((request.params as ELabelParams).id);
  if (id === null) throw new ApiReadError(404, 'malformed id of a label');
  const { label } = await dataCache.reader(site, request.id)('GET /e-label/{id}', { params: { id } });
  return label;
}

async function withFailures(
  site: SiteHost,
  request: FastifyRequest,
  create: () => Promise<Content>,
): Promise<RenderOutcome> {
  try {
    return toDocument(site, 200, await create());
  } catch (error) {
    if (!isApiReadError(error)) throw error;
    if (error.status >= 500) request.log.warn({ code: 'label_request_failed', err: error }, 'label request failed');
    const body = error.status === 404 ? 'not found\n' : 'unavailable\n';
    return toDocument(site, error.status, { contentType: 'text/plain; charset=utf-8', body });
  }
}

const styleHash = createHash('sha256').update(eLabelStyle).digest('base64');

/** Content-Security-Policy of a label: the document loads nothing and runs no script. */
const eLabelSecurityPolicy =
  `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; ` +
  "form-action 'none'; frame-ancestors 'none'";

const toDocument = ({ isSecure }: SiteHost, status: number, content: Content): RenderedDocument =>
  buildSmallDocument({
    ...content,
    status,
    isSecure,
    policy: eLabelSecurityPolicy,
    extra: { 'x-robots-tag': 'noindex' },
  });
