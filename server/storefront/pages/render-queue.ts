import { setImmediate } from 'node:timers/promises';
import { createFairQueue, type QueuedTaskOwner } from '#server/http/fair-queue.ts';

/**
 * Limits of renders, from the loading of their data to the end of their turn: how many run at a time, and how many wait
 * in total, per site and per client network.
 */
const renderLimits = { concurrency: 16, maxQueue: 512, maxQueuePerSite: 128, maxQueuePerNetwork: 48, maxWaitMs: 5_000 };

/** The queue for turns needs no separate limit, because `renderLimits` already limits the renders. */
const turnLimits = { concurrency: 1, maxQueue: 512, maxQueuePerSite: 512, maxQueuePerNetwork: 512, maxWaitMs: 10_000 };

export interface RenderQueue {
  /** Runs a render. @throws QueueFullError if too many renders of the site or of the client's network are waiting. */
  run: ReturnType<typeof createFairQueue>['run'];
  /**
   * Resolves when it is the render's turn: the event loop has read all pending requests since the last page was
   * rendered.
   */
  waitForRenderSlot(siteId: number): Promise<void>;
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
    waitForRenderSlot: (siteId) =>
      new Promise((resolve, reject) => {
        // React renders in the microtasks after `resolve`, so the page is rendered before this turn of the event loop
        // ends.
        turns
          .run({ siteId, network: '' }, () => {
            resolve();
            return setImmediate();
          })
          .catch(reject);
      }),
  };
}
