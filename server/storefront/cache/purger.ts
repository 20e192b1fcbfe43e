import type { FastifyBaseLogger } from 'fastify';
import { Agent, request } from 'undici';
import type { PurgeConfig, SharedCacheConfig } from '#server/config.ts';
import type { ServerMetrics } from '#server/http/metrics.ts';
import { surrogateKeyPlaceholder } from '#server/settings.ts';
import { allPagesKey, toSiteKey } from './shared-cache-headers.ts';

/** Time in milliseconds in which several changes of one site become one purge. */
const delayMs = 100;
/**
 * Each purge is repeated after this time in milliseconds, because a response that left before the change may enter the
 * cache after the first purge.
 */
const repeatMs = 3_000;
const timeoutMs = 5_000;
const minRetryMs = 250;
const maxRetryMs = 15_000;
/** Maximum number of waiting purges for one cache. Beyond it, one purge of all pages takes their place. */
const maxWaiting = 1_000;
const maxCallsAtOnce = 8;

interface Purger {
  /** Purges the pages of a site, or of all sites, soon. */
  purge(site: number | 'all'): void;
  stop(): Promise<void>;
}

interface PurgerOptions {
  purge: PurgeConfig;
  sharedCache: SharedCacheConfig;
  log: FastifyBaseLogger;
  metrics?: ServerMetrics | undefined;
}

interface Purge {
  key: string;
  /** Earliest time of the call, in milliseconds since the epoch. */
  dueAt: number;
  /** Time after which no cache can have a page from before the change, because its lifetime has passed. */
  expiresAt: number;
  isRepeat: boolean;
}

type PurgeResult = 'sent' | 'failed' | 'expired';

/**
 * Tells the caches in front of the storefront which pages have changed. Call `purge` after the generation has been
 * raised, so that the cache gets the new page when it asks again. Each storefront purges for itself: the last one to
 * learn of a change also purges last.
 */
export function createPurger({ purge: config, sharedCache, log, metrics }: PurgerOptions): Purger {
  const lifetimeMs = sharedCache.seconds * 1_000 + repeatMs;
  const counter = metrics?.get('cuvee_purges_total');
  const count = (result: PurgeResult) => counter?.inc({ result });
  const targets = config.urls.map((url) => new PurgeTarget({ ...config, url }, log, count));
  metrics?.get('cuvee_purges_waiting', (gauge) => gauge.set(targets.reduce((sum, { size }) => sum + size, 0)));
  return {
    purge(site) {
      const now = Date.now();
      const key = site === 'all' ? allPagesKey : toSiteKey(site);
      for (const target of targets)
        target.add({ key, dueAt: now + delayMs, expiresAt: now + lifetimeMs, isRepeat: false });
    },
    stop: async () => void (await Promise.all(targets.map((target) => target.stop()))),
  };
}

type PurgeCall = Omit<PurgeConfig, 'urls'> & { url: string };

/** One cache, with the purges that wait for it: at most one for each site. */
class PurgeTarget {
  readonly #call: PurgeCall;
  readonly #log: FastifyBaseLogger;
  readonly #count: (result: PurgeResult) => void;
  readonly #agent = new Agent({ connections: maxCallsAtOnce, connect: { timeout: timeoutMs } });
  readonly #stopping = new AbortController();
  readonly #waiting = new Map<string, Purge>();
  #timer: NodeJS.Timeout | undefined;
  #isRunning = false;
  #pausedUntil = 0;
  /** Time until the next attempt in milliseconds; 0 while calls succeed. */
  #retryMs = 0;
  #expired = 0;

  constructor(call: PurgeCall, log: FastifyBaseLogger, count: (result: PurgeResult) => void) {
    this.#call = call;
    this.#log = log;
    this.#count = count;
  }

  get size(): number {
    return this.#waiting.size;
  }

  add(purge: Purge): void {
    const isFull = this.#waiting.size >= maxWaiting && !this.#waiting.has(purge.key);
    const added = isFull ? { ...purge, key: allPagesKey, dueAt: Date.now(), isRepeat: false } : purge;
    // A purge of all pages takes the place of all others, but not its repetition, which comes later than they.
    if (added.key === allPagesKey && !added.isRepeat) this.#waiting.clear();
    const waiting = this.#waiting.get(added.key);
    // A purge that is due earlier stays so, because a site that changes all the time would otherwise never be purged.
    const dueAt = waiting && !waiting.isRepeat ? waiting.dueAt : added.dueAt;
    this.#waiting.set(added.key, { ...added, dueAt });
    this.#schedule();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    this.#waiting.clear();
    await this.#agent.destroy();
  }

  #schedule(): void {
    if (this.#isRunning || this.#waiting.size === 0 || this.#stopping.signal.aborted) return;
    let dueAt = Number.POSITIVE_INFINITY;
    for (const purge of this.#waiting.values()) dueAt = Math.min(dueAt, purge.dueAt);
    clearTimeout(this.#timer);
    const wait = Math.max(0, dueAt - Date.now(), this.#pausedUntil - Date.now());
    this.#timer = setTimeout(() => void this.#run(), wait).unref();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    const now = Date.now();
    const due = [...this.#waiting.values()].filter(({ dueAt }) => dueAt <= now).slice(0, maxCallsAtOnce);
    for (const { key } of due) this.#waiting.delete(key);
    const errors = await Promise.all(due.map((purge) => this.#send(purge)));
    this.#isRunning = false;
    if (this.#stopping.signal.aborted) return;
    const error = errors.find((each) => each !== null);
    if (error !== undefined) this.#pause(error);
    else if (due.length > 0) this.#resume();
    this.#schedule();
  }

  /** @returns The error of a failed call, whose purge then waits again unless it has expired; otherwise null. */
  async #send(purge: Purge): Promise<Error | null> {
    try {
      await this.#request(purge.key);
      this.#count('sent');
      if (!purge.isRepeat) this.#addUnlessWaiting({ ...purge, dueAt: Date.now() + repeatMs, isRepeat: true });
      return null;
    } catch (error) {
      this.#count('failed');
      if (Date.now() < purge.expiresAt) this.#addUnlessWaiting(purge);
      else {
        this.#expired++;
        this.#count('expired');
      }
      return error as Error;
    }
  }

  #addUnlessWaiting(purge: Purge): void {
    if (!this.#waiting.has(purge.key)) this.add(purge);
  }

  async #request(key: string): Promise<void> {
    const { url, method, headers, body } = this.#call;
    const fill = (text: string) => text.replaceAll(surrogateKeyPlaceholder, key);
    const response = await request(fill(url), {
      dispatcher: this.#agent,
      method: method as 'POST',
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)])),
      body: body === null ? null : fill(body),
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), this.#stopping.signal]),
    });
    await response.body.dump();
    const { statusCode } = response;
    if (statusCode < 200 || statusCode > 299) throw new Error(`the cache answered with status ${statusCode}`);
  }

  #pause(err: Error): void {
    if (this.#retryMs === 0) this.#log.warn({ code: 'purge_failed', cache: this.#origin, err }, 'purge failed');
    this.#retryMs = Math.min(maxRetryMs, Math.max(minRetryMs, this.#retryMs * 2));
    this.#pausedUntil = Date.now() + this.#retryMs;
  }

  #resume(): void {
    const { retryMs, expired } = { retryMs: this.#retryMs, expired: this.#expired };
    this.#retryMs = 0;
    this.#expired = 0;
    if (retryMs > 0) this.#log.info({ code: 'purge_succeeded', cache: this.#origin, expired }, 'purge succeeded again');
  }

  /** The URL and the headers may contain a secret, so the log has only the origin. */
  get #origin(): string {
    return new URL(this.#call.url).origin;
  }
}
