import { setImmediate } from 'node:timers/promises';
import { createFairQueue, type QueuedTaskOwner } from '#server/http/fair-queue.ts';

/**
 * Limits of renders, each of which lasts from the loading of the page's data until the page is rendered: how many run
 * at a time, and how many wait in total, per site and per client network.
 */
const renderLimits = { concurrency: 16, maxQueue: 512, maxQueuePerSite: 128, maxQueuePerNetwork: 48, maxWaitMs: 5_000 };

/**
 * Limits of the queue in which loaded pages wait until React renders them, at most one per iteration of the event loop.
 * The maximum lengths are never reached, because `renderLimits` admits only 16 renders at a time.
 */
const slotLimits = { concurrency: 1, maxQueue: 512, maxQueuePerSite: 512, maxQueuePerNetwork: 512, maxWaitMs: 10_000 };

export interface RenderQueue {
  /** True if no page is being rendered or waits for it. */
  readonly isIdle: boolean;
  /** Runs a render. @throws QueueFullError if too many renders are waiting, or if this one has waited too long. */
  run: ReturnType<typeof createFairQueue>['run'];
  /**
   * Resolves when the page may be rendered: the event loop has read all pending requests since the last page was
   * rendered, and the system has received the head of this page.
   */
  waitForRenderSlot(siteId: number): Promise<void>;
}

/**
 * Limits renders by site and client network, and renders at most one page per iteration of the event loop. A render
 * takes milliseconds, so a burst of uncached pages would otherwise delay the cached pages of all sites until the burst
 * has ended.
 */
export function createRenderQueue(): RenderQueue {
  const renders = createFairQueue(renderLimits);
  const slots = createFairQueue(slotLimits);
  let pending = 0;
  return {
    get isIdle() {
      return pending === 0;
    },
    async run(owner: QueuedTaskOwner, task) {
      pending++;
      try {
        return await renders.run(owner, task);
      } finally {
        pending--;
      }
    },
    async waitForRenderSlot(siteId) {
      await setImmediate();
      return new Promise((resolve, reject) => {
        // React renders in the microtasks after `resolve`, so the page is rendered in this iteration of the event loop.
        slots
          .run({ siteId, network: '' }, () => {
            resolve();
            return setImmediate();
          })
          .catch(reject);
      });
    },
  };
}
