import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { createPdfWorkerFunction } from '#server/api/pdf/pdf-worker-function.ts';
import { createFairQueue, type QueuedTaskOwner } from '#server/http/fair-queue.ts';
import { createSingleFlight } from '#server/http/limiter.ts';
import type { RenderedTechnicalSheet, RenderTechnicalSheetInput } from './render-technical-sheet.ts';
import { prepareSheetImages } from './sheet-images.ts';
import type { TechnicalSheet, UnusableSheetFile } from './technical-sheet.ts';

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

export interface TechnicalSheetPdfCache {
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
