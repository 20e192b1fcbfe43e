import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { createLimiter, createSingleFlight } from '#server/http/limiter.ts';
import { renderTechnicalSheet, type SheetRenderDependencies } from './render-technical-sheet.ts';
import type { TechnicalSheet } from './technical-sheet.ts';

/** Part of the hash of every sheet. Raise the number when a layout changes, so that browsers fetch their copies anew. */
const layoutVersion = 1;

/** Rendering occupies the event loop, so one sheet is rendered at a time. */
const limits = { concurrency: 1, maxQueue: 40 };
const maxCacheBytes = 48 * 2 ** 20;

export interface TechnicalSheetFiles {
  /** Returns the SHA-256 of everything that determines the document. */
  hash(sheet: TechnicalSheet): string;
  /**
   * Returns the PDF from the cache, or renders it. Concurrent calls for equal sheets share one render.
   * @throws QueueFullError if too many sheets wait.
   */
  get(sheet: TechnicalSheet, log: SheetRenderDependencies['log']): Promise<Buffer>;
}

export function createTechnicalSheetFiles(filesDir: string): TechnicalSheetFiles {
  const cache = new LRUCache<string, Buffer>({ maxSize: maxCacheBytes, sizeCalculation: ({ length }) => length });
  const once = createSingleFlight<Buffer>();
  const limit = createLimiter(limits);
  const hash = (sheet: TechnicalSheet): string =>
    createHash('sha256')
      .update(JSON.stringify([layoutVersion, sheet]))
      .digest('hex');
  return {
    hash,
    async get(sheet, log) {
      const key = hash(sheet);
      const cached = cache.get(key);
      if (cached) return cached;
      return once(key, () =>
        limit(async () => {
          const pdf = await renderTechnicalSheet(sheet, { filesDir, log });
          cache.set(key, pdf);
          return pdf;
        }),
      );
    },
  };
}
