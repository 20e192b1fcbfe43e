import { setImmediate } from 'node:timers/promises';
import { createFairQueue, type QueuedTaskOwner } from '#server/http/fair-queue.ts';

/** Renders that load their data or wait for their turn. */
const renderLimits = { concurrency: 16, maxQueue: 512, maxQueuePerSite: 128, maxQueuePerNetwork: 48, maxWaitMs: 5_000 };

/** Waiting is limited by `renderLimits` already. */
const turnLimits = { concurrency: 1, maxQueue: 512, maxQueuePerSite: 512, maxQueuePerNetwork: 512, maxWaitMs: 10_000 };

export interface RenderQueue {
  /** Runs a render. @throws QueueFullError if the site or the client's network has too many waiting. */
  run: ReturnType<typeof createFairQueue>['run'];
  /** Resolves when the event loop has no other request to read before the next page is rendered. */
  waitForTurn(siteId: number): Promise<void>;
}

/**
 * Limits renders by site and client network, and renders one page per turn of the event loop. Rendering takes
 * milliseconds; without turns, a burst of uncached pages would delay the cached pages of all sites by the whole burst.
 */
export function createRenderQueue(): RenderQueue {
  const renders = createFairQueue(renderLimits);
  const turns = createFairQueue(turnLimits);
  return {
    run: (owner: QueuedTaskOwner, task) => renders.run(owner, task),
    waitForTurn: (siteId) =>
      new Promise((resolve, reject) => {
        // React renders in the microtasks after `resolve`, before the turn of the event loop ends.
        turns
          .run({ siteId, network: '' }, () => {
            resolve();
            return setImmediate();
          })
          .catch(reject);
      }),
  };
}
