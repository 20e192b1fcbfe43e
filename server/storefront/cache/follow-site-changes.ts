import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { ListedSite } from '#shared/site/listed-site.ts';
import { SiteHosting } from '#shared/site/site-hosting.ts';
import { type ApiClient, InvalidApiSecretError } from '../api/api-client.ts';
import type { FollowingHostIndex } from '../sites/host-index.ts';
import type { SiteGenerations } from './site-generations.ts';

export interface SiteChangeFollower {
  readonly isConnected: boolean;
  /** True once the stream has been open at least once. */
  readonly hasConnected: boolean;
  readonly isRefused: boolean;
  /** Returns true if the API has imported the content of the site, or if this process has not reached the API yet. */
  isImported(siteId: number): boolean;
  stop(): Promise<void>;
}

type SiteReceiver = Pick<FollowingHostIndex, 'needsList' | 'setSites' | 'setSite' | 'addImportedSite'>;

// Earlier versions of the API send no version.
const CountedSite = z.object({
  id: z.int(),
  changes: z.number(),
  version: z.string().optional(),
  hosting: SiteHosting.optional(),
});
const Sites = z.object({ sites: z.array(CountedSite) });
const List = z.object({ sites: z.array(z.looseObject({ id: z.int() })) });
const HostingChange = z.object({ site: z.int(), hosting: SiteHosting.nullable(), listed: z.unknown().optional() });
const Change = z.object({ site: z.int(), version: z.string().optional() });

const minRetryDelayMs = 100;
const maxRetryDelayMs = 5_000;

interface ServerSentEvent {
  event: string;
  data: string;
}

/** Maximum length of an event in characters. The event `sites` of 100,000 sites is shorter unless hosts were edited. */
const maxEventLength = 8_000_000;

/** Parses server-sent events: blocks of `field: value` lines between empty lines. Comments begin with a colon. */
export async function* parseServerSentEvents(stream: Readable): AsyncGenerator<ServerSentEvent> {
  let rest = '';
  for await (const chunk of stream.setEncoding('utf8')) {
    rest += chunk as string;
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    if (rest.length > maxEventLength) throw new Error(`A server-sent event exceeds ${maxEventLength} characters.`);
    for (const block of blocks) {
      const event = parseEvent(block);
      if (event) yield event;
    }
  }
}

function parseEvent(block: string): ServerSentEvent | null {
  const fields = new Map(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const event = fields.get('event');
  return event ? { event, data: fields.get('data') ?? '' } : null;
}

/**
 * Follows the API's stream of site changes, raises the generation of each changed site and passes the sites, or their
 * edited hosts and languages, on to `receiver`. After a lost connection, the change counters of the sites show which changes were missed.
 * When the stream opens for the first time, all generations are raised, because earlier cache entries may be of any
 * age.
 */
export function followSiteChanges(
  api: ApiClient,
  generations: SiteGenerations,
  log: FastifyBaseLogger,
  receiver: SiteReceiver | null = null,
): SiteChangeFollower {
  const closing = new AbortController();
  const counters = new ChangeCounters(generations, receiver, log);
  let isConnected = false;
  let hasConnected = false;
  let isRefused = false;

  const readStream = async (onEvent: () => void) => {
    try {
      const stream = await api.streamChanges(closing.signal, { hasList: receiver?.needsList ?? false });
      counters.startList();
      for await (const event of parseServerSentEvents(stream)) {
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
  readonly #receiver: SiteReceiver | null;
  readonly #log: FastifyBaseLogger;
  #counts: Map<number, number> | null = null;
  /** The parts of the list that have arrived; null for a site that this version cannot read. */
  #listed = new Map<number, ListedSite | null>();

  constructor(generations: SiteGenerations, receiver: SiteReceiver | null, log: FastifyBaseLogger) {
    this.#generations = generations;
    this.#receiver = receiver;
    this.#log = log;
  }

  isImported(siteId: number): boolean {
    return this.#counts === null || this.#counts.has(siteId);
  }

  startList(): void {
    this.#listed.clear();
  }

  apply({ event, data }: ServerSentEvent): void {
    if (event === 'list') {
      for (const site of List.parse(JSON.parse(data)).sites)
        this.#listed.set(site.id, this.#parseListed(site.id, site));
    } else if (event === 'sites') {
      this.#applySites(Sites.parse(JSON.parse(data)).sites);
    } else if (event === 'hosting') {
      const { site: id, hosting, listed } = HostingChange.parse(JSON.parse(data));
      const parsed = this.#parseListed(id, listed ?? null);
      if (parsed || !listed) this.#receiver?.setSite({ id, hosting, listed: parsed });
    } else if (event === 'change') {
      const { site, version } = Change.parse(JSON.parse(data));
      if (!this.#counts?.has(site)) this.#receiver?.addImportedSite(site);
      this.#counts?.set(site, (this.#counts.get(site) ?? 0) + 1);
      this.#generations.increment(site);
      this.#generations.setVersion(site, version);
    } else if (event === 'all') {
      this.#generations.incrementAll();
    }
  }

  #applySites(sites: z.infer<typeof Sites>['sites']): void {
    if (this.#receiver?.needsList && sites.some(({ id }) => !this.#listed.has(id)))
      throw new Error('The API lists no sites, because it is older than this storefront. Replace the APIs first.');
    this.#replace(sites);
    this.#receiver?.setSites(
      sites.map(({ id, hosting = null }) => ({ id, hosting, listed: this.#listed.get(id) ?? null })),
    );
    this.#listed.clear();
  }

  /** Parses sites one by one, so that one with a property that only a newer version knows leaves the others online. */
  #parseListed(id: number, site: unknown): ListedSite | null {
    if (site === null) return null;
    const parsed = ListedSite.safeParse(site);
    if (parsed.success) return parsed.data;
    const reason = z.prettifyError(parsed.error);
    this.#log.error({ code: 'site_rejected', site: id, reason }, 'site rejected');
    return null;
  }

  #replace(sites: z.infer<typeof Sites>['sites']): void {
    const previous = this.#counts;
    this.#counts = new Map(sites.map(({ id, changes }) => [id, changes]));
    if (!previous) this.#generations.incrementAll();
    for (const { id, changes, version } of sites) {
      const known = this.#generations.get(id).version;
      const isChanged = version === undefined ? previous?.get(id) !== changes : known !== version;
      if (previous && isChanged) this.#generations.increment(id);
      this.#generations.setVersion(id, version);
    }
  }
}
