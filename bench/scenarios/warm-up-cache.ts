import { setTimeout as sleep } from 'node:timers/promises';
import type { PlannedRequest } from '../load/load-plan.ts';
import { runLoad } from '../load/run-load.ts';
import { sendRequest } from '../processes/send-request.ts';
import type { PinnedServer } from '../processes/server-process.ts';
import type { CacheWarmUpResult } from './many-sites-report.ts';

const connections = 8;
const compressionTimeoutSeconds = 420;

/** Maximum number of attempts to request all pages without a failure. Pages fail while the API is overloaded. */
const maxAttempts = 3;

/**
 * Requests each page within a time limit, so that it is in the cache.
 * @returns The number of pages at the beginning of the list that are in the cache. @throws Error if pages fail in every
 * attempt.
 */
export async function warmUpCache(
  server: PinnedServer,
  requests: readonly PlannedRequest[],
  timeoutSeconds = compressionTimeoutSeconds,
): Promise<CacheWarmUpResult> {
  const warmUp = { pages: 0, seconds: 0 };
  const plan = { url: server.url, connections, requests, maxRequests: requests.length };
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const durationSeconds = Math.max(1, timeoutSeconds - warmUp.seconds);
    const result = await runLoad({ ...plan, durationSeconds });
    warmUp.pages = Math.max(warmUp.pages, result.requests - result.failedResponses);
    warmUp.seconds += result.seconds;
    // At the end of the time, one request of each connection is on its way.
    const isOver = warmUp.seconds >= timeoutSeconds;
    if (result.failedResponses === 0 && result.unansweredRequests <= (isOver ? connections : 0)) break;
    console.log(`  ${server.name}: warm-up incomplete`, result.statuses, `${result.unansweredRequests} unanswered`);
    if (attempt === maxAttempts) throw new Error(`${server.name}: pages failed in each of ${maxAttempts} attempts`);
  }
  await waitUntilCompressed(server, requests.slice(0, warmUp.pages));
  server.truncateLog();
  console.log(`  ${server.name}: ${warmUp.pages} pages rendered in ${warmUp.seconds.toFixed(1)} s`);
  return warmUp;
}

/**
 * Number of pages, at the end of the list, whose compression is awaited. The storefront compresses pages in the order
 * of requests, so the earlier ones are then compressed too.
 */
const checkedPages = 16;

async function waitUntilCompressed(server: PinnedServer, requests: readonly PlannedRequest[]): Promise<void> {
  const deadline = Date.now() + compressionTimeoutSeconds * 1_000;
  for (const { path, headers } of requests.slice(-checkedPages)) {
    while ((await sendRequest(server, path, headers)).headers['content-encoding'] !== 'br') {
      // The measurement then includes pages that are still uncompressed: if its compression queue is full, the
      // storefront leaves pages uncompressed until their next render.
      if (Date.now() > deadline) return;
      await sleep(100);
    }
  }
}
