import { createHash } from 'node:crypto';
import { access } from 'node:fs/promises';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { sendValidationError } from '#server/api/contract/contract-route.ts';
import { sendFailure } from '#server/api/contract/send-failure.ts';
import { translate } from '#server/api/contract/server-texts.ts';
import type { Db } from '#server/api/database/connect.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import type { PrintedImage } from '#server/api/media/convert-image.ts';
import { toStoredFilePath } from '#server/api/media/file-store.ts';
import { runImageTask } from '#server/api/media/image-processes.ts';
import { matchesIfNoneMatch } from '#server/api/media/media-headers.ts';
import { createPdfWorkerFunction } from '#server/api/pdf/worker-pool.ts';
import { getCaller, getRequestSite } from '#server/api/tenancy/current-site.ts';
import { toClientNetwork } from '#server/http/client-network.ts';
import { createFairQueue, type QueuedTaskOwner } from '#server/http/fair-queue.ts';
import { createSingleFlight, QueueFullError } from '#server/http/limiter.ts';
import { technicalSheetPathPrefix } from '#shared/catalogue/technical-sheet.ts';
import { IdParam } from '#shared/endpoint.ts';
import { readTechnicalSheet } from './read-technical-sheet.ts';
import type { RenderedTechnicalSheet, RenderTechnicalSheetInput, SheetImages } from './render-technical-sheet.ts';
import type { SheetImageReference, TechnicalSheet, UnusableSheetFile } from './technical-sheet.ts';

interface ImageOptions {
  siteId: number;
  filesDir: string;
  /** The colour behind the image. */
  background: string;
  /** The maximum size in pixels, to which the image is scaled. Only SVGs are enlarged. */
  box: { width: number; height: number };
  report: (problem: UnusableSheetFile) => void;
}

/** Time for which an image that cannot be drawn is remembered. */
const failureTtlMs = 10 * 60_000;

/** Cache of prepared images, because all sheets of an estate show the same logo and variants share pictures. */
const cache = new LRUCache<string, { image: PrintedImage | null }>({
  maxSize: 16 * 2 ** 20,
  sizeCalculation: ({ image }) => (image?.bytes.length ?? 0) + 1_000,
});

/** Prepares the images of a sheet. One that is missing or damaged is reported and left out. */
async function prepareSheetImages(
  { model, logo, lightLogo, picture, colours }: TechnicalSheet,
  dependencies: Pick<ImageOptions, 'siteId' | 'filesDir' | 'report'>,
): Promise<SheetImages> {
  let hasAllImages = true;
  const prepare = async (
    image: SheetImageReference | null,
    background: string,
    box: ImageOptions['box'],
  ): Promise<PrintedImage | null> => {
    const prepared = await prepareSheetImage(image, { ...dependencies, background, box });
    if (prepared.isMissing) hasAllImages = false;
    return prepared.image;
  };
  const logoBox = { width: 900, height: 300 };
  const images = {
    logo: await prepare(model === 'CLASSIC' ? logo : null, '#ffffff', logoBox),
    lightLogo: await prepare(model === 'MODERN' ? lightLogo : null, colours.primary, logoBox),
    picture: await prepare(picture, colours.ground, { width: 640, height: 1300 }),
  };
  return { images, hasAllImages };
}

/**
 * Prepares an image for a PDF: SVGs as PNG, all others as JPEG.
 * @returns A null `image` if the sheet has none or its file is missing or damaged; the sheet is then laid out without
 * it. Only a missing file may become readable later: a damaged one never changes, because files are named by their
 * hash.
 */
async function prepareSheetImage(
  image: SheetImageReference | null,
  { siteId, filesDir, background, box, report }: ImageOptions,
): Promise<{ image: PrintedImage | null; isMissing: boolean }> {
  if (!image) return { image: null, isMissing: false };
  const { hash, isSvg } = image;
  const key = JSON.stringify([hash, background, box]);
  const cached = cache.get(key);
  if (cached) return { ...cached, isMissing: false };
  const original = toStoredFilePath(filesDir, hash);
  try {
    await access(original);
  } catch (err) {
    report({ file: 'image', isMissing: true, hash, err });
    return { image: null, isMissing: true };
  }
  try {
    const printed = await runImageTask(siteId, 'convertImageForPrint', { original, isSvg, background, box });
    cache.set(key, { image: printed });
    return { image: printed, isMissing: false };
  } catch (err) {
    if (err instanceof QueueFullError) throw err;
    report({ file: 'image', isMissing: false, hash, err });
    cache.set(key, { image: null }, { ttl: failureTtlMs });
    return { image: null, isMissing: false };
  }
}

const Params = z.object({ id: IdParam, declinationId: IdParam.optional() });

/** Part of the hash of every sheet. Raise the number when a layout changes, so that browsers fetch new copies. */
const layoutVersion = 1;

/**
 * One sheet is rendered at a time, so that another PDF waits for one sheet at most. No site or network can fill the
 * queue. The maximum wait is shorter than the storefront's timeout of 5 s, so that abandoned requests are not rendered.
 */
const queueLimits = { concurrency: 1, maxQueue: 40, maxQueuePerSite: 10, maxQueuePerNetwork: 5, maxWaitMs: 3_000 };
const maxCacheBytes = 48 * 2 ** 20;

const renderTechnicalSheet = createPdfWorkerFunction<RenderTechnicalSheetInput, RenderedTechnicalSheet>(
  new URL('./render-technical-sheet.ts', import.meta.url),
  'renderTechnicalSheet' satisfies keyof typeof import('./render-technical-sheet.ts'),
);

interface TechnicalSheetPdf {
  pdf: Buffer;
  /** False if an image or a font of the sheet is left out, because its file cannot be read at present. */
  isComplete: boolean;
}

interface TechnicalSheetPdfCache {
  /** Returns the SHA-256 of everything that determines the document. */
  hash(sheet: TechnicalSheet): string;
  /**
   * Returns the document from the cache, or renders it. Concurrent calls for equal sheets share one render. Incomplete
   * documents are not cached, because the file of an image or a font may be missing only temporarily.
   * @throws QueueFullError if too many sheets wait, or if the requested sheet has waited too long.
   */
  get(sheet: TechnicalSheet, owner: QueuedTaskOwner, log: FastifyBaseLogger): Promise<TechnicalSheetPdf>;
}

export function createTechnicalSheetPdfCache(filesDir: string): TechnicalSheetPdfCache {
  const cache = new LRUCache<string, TechnicalSheetPdf>({
    maxSize: maxCacheBytes,
    sizeCalculation: ({ pdf }) => pdf.length,
  });
  const once = createSingleFlight<TechnicalSheetPdf>();
  const queue = createFairQueue(queueLimits);
  const hash = (sheet: TechnicalSheet): string =>
    createHash('sha256')
      .update(JSON.stringify([layoutVersion, sheet]))
      .digest('hex');
  return {
    hash,
    async get(sheet, owner, log) {
      const key = hash(sheet);
      const cached = cache.get(key);
      if (cached) return cached;
      return once(key, () =>
        queue.run(owner, async () => {
          const report = (problem: UnusableSheetFile) => logProblem(problem, log);
          const images = await prepareSheetImages(sheet, { siteId: owner.siteId, filesDir, report });
          const { pdf, isComplete, problems } = await renderTechnicalSheet({ sheet, filesDir, images });
          problems.forEach(report);
          const rendered = { pdf: Buffer.from(pdf), isComplete };
          if (isComplete) cache.set(key, rendered);
          return rendered;
        }),
      );
    },
  };
}

function logProblem({ isMissing, ...fields }: UnusableSheetFile, log: FastifyBaseLogger): void {
  if (isMissing) log.error({ code: 'sheet_file_missing', ...fields }, 'file of technical sheet missing');
  else log.error({ code: 'sheet_file_unusable', ...fields }, 'file of technical sheet unusable');
}

/**
 * Registers `GET /product/generate/file/{id}` and `/{id}/{declinationId}`: the technical sheet of a product's first
 * variant or of the named one, as a PDF in the caller's language.
 */
export function technicalSheetRoute(app: FastifyInstance, { db, filesDir }: { db: Db; filesDir: string }): void {
  const files = createTechnicalSheetPdfCache(filesDir);

  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const { lang, ipAddress } = getCaller(request);
    const params = Params.safeParse(request.params);
    if (!params.success) return sendValidationError(reply, params.error.issues, request.params, lang);
    const site = getRequestSite(request);
    const { id: productId, declinationId: variantId = null } = params.data;
    const sheet = await withSiteTransaction(db, site.id, (tx) =>
      readTechnicalSheet(tx, { site, lang, productId, variantId }),
    );
    if (!sheet) return sendFailure(reply, 404, translate(lang, 'sheets.not_found'));
    const etag = `"${files.hash(sheet).slice(0, 20)}"`;
    // The ETag is weak, because the date of creation in a PDF depends on the process that renders the document.
    reply
      .header('etag', `W/${etag}`)
      .header('cache-control', 'public, max-age=300')
      .header('x-content-type-options', 'nosniff');
    if (matchesIfNoneMatch(request.headers['if-none-match'], etag)) return reply.code(304).send();
    const owner = { siteId: site.id, network: toClientNetwork(ipAddress) };
    const { pdf, isComplete } = await files.get(sheet, owner, request.log);
    // The ETag is the hash of the sheet's content, so a client that cached an incomplete document would always get a
    // 304.
    if (!isComplete) reply.header('cache-control', 'no-store').removeHeader('etag');
    return reply
      .header('content-disposition', `inline; filename="${sheet.fileName}.pdf"`)
      .type('application/pdf')
      .send(pdf);
  };
  for (const ids of ['/:id', '/:id/:declinationId']) app.get(technicalSheetPathPrefix + ids, handler);
}
