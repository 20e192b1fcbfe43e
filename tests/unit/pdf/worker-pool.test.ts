import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, test } from 'vitest';
import type { HtmlPdfInput } from '#server/api/pdf/render-html-pdf.ts';
import { createPdfWorkerFunction, createWorkerPoolCaller, RenderTimeoutError } from '#server/api/pdf/worker-pool.ts';
import { QueueFullError } from '#server/http/limiter.ts';
import { extractPdfText } from '#tests/support/pdf-text.ts';

const moduleUrl = import.meta.resolve('#server/api/pdf/render-html-pdf.ts');
const metadata = { title: 'Conditions', author: 'Domaine', lang: 'fr-FR', date: new Date(0), footer: 'Page {page}' };
const createDocument = (paragraphs: number): HtmlPdfInput => ({
  html: '<h2>Titre</h2><p>Une phrase assez longue pour remplir une ligne entière.</p>'.repeat(paragraphs),
  metadata,
});
const limits = { maxWorkers: 1, maxQueue: 1, timeoutMs: 20_000, idleTimeoutMs: 1_000, maxHeapMegabytes: 128 };
const call = (input: unknown, functionName = 'renderHtmlPdf') => ({ module: moduleUrl, functionName, input });

describe('the worker threads for PDFs', () => {
  test('leave the event loop responsive while a long document is rendered', async () => {
    const render = createPdfWorkerFunction<HtmlPdfInput, Uint8Array>(new URL(moduleUrl), 'renderHtmlPdf');
    await render(createDocument(1));
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const startedAt = performance.now();
    const pdf = await render(createDocument(4_000));
    const durationMs = performance.now() - startedAt;
    delay.disable();
    expect(extractPdfText(Buffer.from(pdf))).toContain('remplir une ligne');
    expect(delay.max / 1e6).toBeLessThan(durationMs / 3);
  });

  test('refuse further documents when the queue is full', async () => {
    const run = createWorkerPoolCaller(limits);
    const results = await Promise.allSettled([1, 2, 3].map(() => run(call(createDocument(1)))));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(results[2]).toMatchObject({ reason: expect.any(QueueFullError) });
  });

  test('end a document that takes too long, and render the next one', async () => {
    const run = createWorkerPoolCaller({ ...limits, timeoutMs: 5_000 });
    const endless = { module: 'node:timers/promises', functionName: 'setTimeout', input: 60_000 };
    const failure = await run(endless).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RenderTimeoutError);
    expect(failure).toMatchObject({ statusCode: 503 });
    expect(await run(call(createDocument(1)))).toBeInstanceOf(Uint8Array);
  });

  test('pass on the error of a document, and render the next one in the same thread', async () => {
    const run = createWorkerPoolCaller(limits);
    await expect(run(call(null))).rejects.toThrow(TypeError);
    expect(await run(call(createDocument(1)))).toBeInstanceOf(Uint8Array);
  });
});
