import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { SiteHosting } from '#shared/site/site-hosting.ts';
import { type ApiClient, InvalidApiSecretError } from '../api/api-client.ts';
import { parseServerSentEvents, type ServerSentEvent } from './server-sent-events.ts';
import type { SiteGenerations } from './site-generations.ts';

export interface SiteChangeFollower {
  /** True while the stream of site changes is open. */
  readonly isConnected: boolean;
  /** True once the stream has been open at least once. */
  readonly hasConnected: boolean;
  /** True while the API rejects the secret of this storefront. */
  readonly isRefused: boolean;
  /** Returns true if the API has imported the content of the site, or if this process has not reached the API yet. */
  isImported(siteId: number): boolean;
  stop(): Promise<void>;
}

/** The index of hosts, which receives the imported sites, and the hosts and languages that staff edit. */
export interface SiteHostingReceiver {
  setHostings(hostings: ReadonlyMap<number, SiteHosting>, imported: ReadonlySet<number>): void;
  addImportedSite(siteId: number): void;
  setHosting(siteId: number, hosting: SiteHosting | null): void;
}

const ListedSite = z.object({ id: z.int(), changes: z.number(), hosting: SiteHosting.optional() });
const Sites = z.object({ sites: z.array(ListedSite) });
const HostingChange = z.object({ site: z.int(), hosting: SiteHosting.nullable() });
const Change = z.object({ site: z.int() });

const minRetryDelayMs = 100;
const maxRetryDelayMs = 5_000;

/**
 * Follows the API's stream of site changes, raises the generation of each changed site and passes edited hosts and
 * languages on to `receiver`. After a lost connection, the change counters of the sites show which changes were missed.
 * When the stream opens for the first time, all generations are raised, because earlier cache entries may be of any
 * age.
 */
export function followSiteChanges(
  api: ApiClient,
  generations: SiteGenerations,
  log: FastifyBaseLogger,
  receiver: SiteHostingReceiver | null = null,
): SiteChangeFollower {
  const closing = new AbortController();
  const counters = new ChangeCounters(generations, receiver);
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
        // Reconnects to get a new list of all sites, because the missed changes may include a new site.
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

/** Reopens the stream whenever it ends, with exponential backoff that is reset when an event arrives. */
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
      // Repeated failures with the same reason are logged only once.
      if (reason !== loggedReason) log.warn({ code: 'site_change_stream_lost', err: error }, 'site change stream lost');
      loggedReason = reason;
    }
    await sleep(retryDelayMs, undefined, { signal, ref: false }).catch(() => {});
    retryDelayMs = Math.min(retryDelayMs * 2, maxRetryDelayMs);
  }
}

/** Change counters of the sites, as the API has last reported them to this process. */
class ChangeCounters {
  readonly #generations: SiteGenerations;
  readonly #receiver: SiteHostingReceiver | null;
  #counts: Map<number, number> | null = null;

  constructor(generations: SiteGenerations, receiver: SiteHostingReceiver | null) {
    this.#generations = generations;
    this.#receiver = receiver;
  }

  isImported(siteId: number): boolean {
    return this.#counts === null || this.#counts.has(siteId);
  }

  apply({ event, data }: ServerSentEvent): void {
    if (event === 'sites') {
      const { sites } = Sites.parse(JSON.parse(data));
      this.#replace(new Map(sites.map(({ id, changes }) => [id, changes])));
      const hostings = new Map(sites.flatMap(({ id, hosting }) => (hosting ? [[id, hosting]] : [])));
      this.#receiver?.setHostings(hostings, new Set(sites.map(({ id }) => id)));
    } else if (event === 'hosting') {
      const { site, hosting } = HostingChange.parse(JSON.parse(data));
      this.#receiver?.setHosting(site, hosting);
    } else if (event === 'change') {
      const { site } = Change.parse(JSON.parse(data));
      if (!this.#counts?.has(site)) this.#receiver?.addImportedSite(site);
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
