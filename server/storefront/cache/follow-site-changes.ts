import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { type ApiClient, InvalidApiSecretError } from '../api-client.ts';
import { parseServerSentEvents, type ServerSentEvent } from './server-sent-events.ts';
import type { SiteGenerations } from './site-generations.ts';

export interface SiteChangeFollower {
  /** True while the stream of changes is open. */
  readonly isConnected: boolean;
  /** True once the stream has been open. */
  readonly hasConnected: boolean;
  /** True while the API refuses the secret of this storefront. */
  readonly isRefused: boolean;
  /** Returns true if the API has the content of this site, or if the API has not been reached yet. */
  isImported(siteId: number): boolean;
  stop(): Promise<void>;
}

const Sites = z.object({ sites: z.array(z.object({ id: z.int(), changes: z.number() })) });
const Change = z.object({ site: z.int() });

const minRetryDelayMs = 100;
const maxRetryDelayMs = 5_000;

/**
 * Follows the API's stream of changes and increments the generation of each site that has changed. After a lost
 * connection the change counters of the sites show what was missed. When the stream opens for the first time, every
 * generation is incremented, because entries from before may have any age.
 */
export function followSiteChanges(
  api: ApiClient,
  generations: SiteGenerations,
  log: FastifyBaseLogger,
): SiteChangeFollower {
  const closing = new AbortController();
  const counters = new ChangeCounters(generations);
  let isConnected = false;
  let hasConnected = false;
  let isRefused = false;

  const readStream = async (onEvent: () => void) => {
    try {
      for await (const event of parseServerSentEvents(await api.streamChanges(closing.signal))) {
        counters.apply(event);
        if (event.event === 'sites') {
          isConnected = true;
          hasConnected = true;
          isRefused = false;
        }
        onEvent();
        // A new site may be among the missed changes. A new stream begins with the list of all sites.
        if (event.event === 'all') return;
      }
    } catch (error) {
      isRefused = error instanceof InvalidApiSecretError;
      throw error;
    } finally {
      isConnected = false;
    }
  };
  const following = repeatUntilAborted(readStream, closing.signal, log);

  return {
    get isConnected() {
      return isConnected;
    },
    get hasConnected() {
      return hasConnected;
    },
    get isRefused() {
      return isRefused;
    },
    isImported: (siteId) => counters.isImported(siteId),
    async stop() {
      closing.abort();
      await following;
    },
  };
}

/** Opens the stream again whenever it ends, with exponential backoff until an event arrives. */
async function repeatUntilAborted(
  readStream: (onEvent: () => void) => Promise<void>,
  signal: AbortSignal,
  log: FastifyBaseLogger,
): Promise<void> {
  let retryDelayMs = minRetryDelayMs;
  let loggedReason = '';
  while (!signal.aborted) {
    try {
      await readStream(() => {
        retryDelayMs = minRetryDelayMs;
        loggedReason = '';
      });
    } catch (error) {
      if (signal.aborted) return;
      const reason = error instanceof Error ? error.message : String(error);
      // Repeated attempts that fail for the same reason are logged once.
      if (reason !== loggedReason) log.warn({ err: error }, 'site change stream lost');
      loggedReason = reason;
    }
    await sleep(retryDelayMs, undefined, { signal, ref: false }).catch(() => {});
    retryDelayMs = Math.min(retryDelayMs * 2, maxRetryDelayMs);
  }
}

/** The API's number of changes for each site, as far as this process has received them. */
class ChangeCounters {
  readonly #generations: SiteGenerations;
  #counts: Map<number, number> | null = null;

  constructor(generations: SiteGenerations) {
    this.#generations = generations;
  }

  isImported(siteId: number): boolean {
    return this.#counts === null || this.#counts.has(siteId);
  }

  apply({ event, data }: ServerSentEvent): void {
    if (event === 'sites') {
      this.#replace(new Map(Sites.parse(JSON.parse(data)).sites.map(({ id, changes }) => [id, changes])));
    } else if (event === 'change') {
      const { site } = Change.parse(JSON.parse(data));
      this.#counts?.set(site, (this.#counts.get(site) ?? 0) + 1);
      this.#generations.increment(site);
    } else if (event === 'all') {
      this.#generations.incrementAll();
    }
  }

  #replace(counts: Map<number, number>): void {
    const previous = this.#counts;
    this.#counts = counts;
    if (!previous) this.#generations.incrementAll();
    else for (const [id, changes] of counts) if (previous.get(id) !== changes) this.#generations.increment(id);
  }
}
