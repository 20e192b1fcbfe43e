import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { SharedCacheConfig } from '#server/config.ts';
import {
  type CachedPage,
  createCachedPage,
  type EncodedPageBody,
  makeEncodedBody,
  type PageAddress,
  type RawHeaderList,
  restoreCachedPage,
  toStoredPage,
} from './cached-page.ts';
import { CachedPageStore, computeDefaultHtmlCacheBytes, removeQueryFromCacheKey } from './cached-page-store.ts';
import {
  freshRenderAgeMs,
  maxFreshPageAgeMs,
  maxRevalidationsPerSecond,
  maxStoredPageAgeMs,
  revalidationRetryDelayMs,
} from './page-cache-policy.ts';
import { PageResponseCounters, type PageResponseCounts } from './page-counts.ts';
import type { PageDisk } from './page-disk.ts';
import type { Redirect, RenderedDocument, RenderOutcome } from './render-outcome.ts';
import { addSharedCacheHeaders } from './shared-cache-headers.ts';
import type { SiteGenerationCounter } from './site-generations.ts';

/**
 * `stale`: revalidated in the background at the permitted rate. `stale-if-error`: a fresh render has failed, now or
 * within the last seconds. `shared`: another request's render.
 */
type HtmlCacheStatus = 'hit' | 'stale' | 'stale-if-error' | 'miss' | 'shared';

export type HtmlCacheResult =
  | Redirect
  | { kind: 'entry'; entry: CachedPage; cacheStatus: HtmlCacheStatus }
  /** A document that is sent to the visitor while it is rendered, because the visitor's request caused the render. */
  | { kind: 'stream'; rendered: RenderedDocument }
  /** A document that only this visitor may receive. */
  | { kind: 'uncacheable'; rendered: RenderedDocument };

export interface HtmlCacheRequest {
  /** Cache key made of site, language, path and declared query parameters; see `toPageCacheKey`. */
  key: string;
  /** Id of the site for metrics; by default 0. */
  siteId?: number;
  state: SiteGenerationCounter;
  /**
   * Generation at which the request got its site; by default the present one. It may have passed since, and the render
   * would then put the former hosts and name of the site into a page of the present generation.
   */
  generation?: number;
  hasQuery: boolean;
  /**
   * Cache key with everything of the site's configuration on which the page depends, for a page that survives a restart.
   */
  diskKey?: string | undefined;
  /** The address with which the page can be rendered again in the background; absent if it must not be. */
  address?: PageAddress | undefined;
  /**
   * Renders the page. Rejects if the render queue is full or not even a failure page can be rendered. Once the promise
   * has resolved, only a document that is sent while it is rendered can fail.
   */
  render(canStream: boolean): Promise<RenderOutcome>;
  /** False if the response needs an ETag, which only a page in the cache has. */
  canStream: boolean;
}

interface HtmlCacheOptions {
  log: FastifyBaseLogger;
  maxBytes?: number;
  /** The second level of the cache; null for none. */
  disk?: PageDisk | null;
  /** Allows caches in front to keep the pages that are stored here; null by default. */
  sharedCache?: SharedCacheConfig | null;
  now?: () => number;
}

/** `broken`: an error has ended the document that was sent to the first request while it was rendered. */
type InFlightResult = { kind: 'entry'; entry: CachedPage } | Redirect | { kind: 'uncacheable' } | { kind: 'broken' };

/** Maximum number of remembered keys of pages whose last stream broke. */
const maxBrokenKeys = 1_000;

/** Limits an operation to a number of times per second. Times are in milliseconds. */
class PerSecondRateLimit {
  readonly #perSecond: number;
  #remaining = 0;
  #windowStart = Number.NEGATIVE_INFINITY;

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  isExhausted(now: number): boolean {
    return this.#remaining === 0 && now < this.#windowStart + 1_000;
  }

  tryAcquire(now: number): boolean {
    if (now >= this.#windowStart + 1_000) {
      this.#windowStart = now;
      this.#remaining = this.#perSecond;
    }
    if (this.#remaining === 0) return false;
    this.#remaining -= 1;
    return true;
  }
}

/**
 * Cache of rendered documents by site, language, path and declared query. Simultaneous requests for a page that may be
 * shared join one render: the first gets a stream if there is no older copy, which would be served if the render fails,
 * and all others get the finished entry. A render that began under an
 * older generation of its site is not stored, and entries of an older generation are served only while a fresh render
 * fails.
 */
export class HtmlCache {
  readonly #store: CachedPageStore;
  readonly #inFlight = new Map<string, Promise<InFlightResult>>();
  /** Keys of pages whose last stream broke. The next render of such a page is not sent before it is complete. */
  readonly #broken = new LRUCache<string, true>({ max: maxBrokenKeys });
  readonly #disk: PageDisk | null;
  readonly #log: FastifyBaseLogger;
  readonly #now: () => number;
  readonly #sharedCache: SharedCacheConfig | null;
  readonly #revalidations = new PerSecondRateLimit(maxRevalidationsPerSecond);

  constructor({
    log,
    maxBytes = computeDefaultHtmlCacheBytes(),
    disk = null,
    sharedCache = null,
    now = Date.now,
  }: HtmlCacheOptions) {
    this.#log = log;
    this.#disk = disk;
    this.#now = now;
    this.#sharedCache = sharedCache;
    this.#store = new CachedPageStore(maxBytes, log);
  }

  readonly counts = new PageResponseCounters();

  get entries(): number {
    return this.#store.size;
  }

  get bytes(): number {
    return this.#store.bytes;
  }

  /** Returns the pages without a query: of one site, or of all. */
  pages(site?: SiteGenerationCounter): Iterable<CachedPage> {
    return this.#store.values(site);
  }

  /**
   * Returns a page of the site's current generation that can be sent without rendering: either it is fresh, or it is
   * stale and its last revalidation began only seconds ago or the limit of revalidations per second is reached. The
   * limit keeps responses fast when thousands of sites are stale at once.
   */
  lookup(key: string, hasQuery: boolean): CachedPage | undefined {
    const entry = this.#store.get(key, hasQuery);
    if (!entry || entry.generation !== entry.state.generation) return undefined;
    const now = this.#now();
    if (now < entry.freshUntil) return entry;
    if (now >= entry.renderedAt + freshRenderAgeMs) return undefined;
    return now < entry.retryAt || this.#revalidations.isExhausted(now) ? entry : undefined;
  }

  async get(request: HtmlCacheRequest): Promise<HtmlCacheResult> {
    const result = await this.#find(request);
    if (result.kind === 'entry') {
      const { counts } = result.entry;
      if (result.cacheStatus === 'stale-if-error') counts.stale_if_error++;
      else counts[result.cacheStatus]++;
    } else if (result.kind !== 'redirect') {
      const counts = this.#countsOf(request, result.rendered);
      if (result.kind === 'stream') counts.miss++;
      else counts.uncacheable++;
    }
    return result;
  }

  #countsOf({ siteId = 0 }: HtmlCacheRequest, { pageKind = 'OTHER' }: RenderedDocument): PageResponseCounts {
    return this.counts.of(siteId, pageKind);
  }

  async #find(request: HtmlCacheRequest): Promise<HtmlCacheResult> {
    const { key, diskKey, hasQuery } = request;
    let entry = this.#store.get(key, hasQuery);
    if (!entry && this.#disk && diskKey !== undefined) entry = await this.#restore(request, this.#disk, diskKey);
    if (!entry) return this.#render(request, undefined);
    const now = this.#now();
    if (entry.generation !== request.state.generation || now >= entry.renderedAt + freshRenderAgeMs) {
      if (now < entry.retryAt) return { kind: 'entry', entry, cacheStatus: 'stale-if-error' };
      return this.#render(request, entry);
    }
    if (now < entry.freshUntil) return { kind: 'entry', entry, cacheStatus: 'hit' };
    this.#revalidate(request, entry, now);
    return { kind: 'entry', entry, cacheStatus: 'stale' };
  }

  /**
   * Reads a page from the disk. A page of the present version of the site goes on as if it had been in memory. An older
   * one is served only if no fresh one can be rendered.
   */
  async #restore(request: HtmlCacheRequest, disk: PageDisk, diskKey: string) {
    const { key, hasQuery, state, siteId = 0, generation, address } = request;
    const stored = await disk.read(diskKey);
    const present = this.#store.get(key, hasQuery);
    // The key on disk contains the configuration that the site had when the request arrived.
    const isOutdated = generation !== undefined && generation !== state.generation;
    if (present || !stored || isOutdated || stored.renderedAt < this.#now() - maxStoredPageAgeMs) return present;
    const isCurrent = stored.version === state.version;
    const entry = restoreCachedPage(stored, {
      state,
      generation: isCurrent ? state.generation : state.generation - 1,
      counts: this.counts.of(siteId, stored.pageKind),
      address,
    });
    if (isCurrent) this.#store.set(key, hasQuery, entry);
    return entry;
  }

  /** Returns a body of a page with its bytes. An encoding that was not in memory stays there with the page. */
  async encode(key: string, entry: CachedPage, encoded: EncodedPageBody): Promise<EncodedPageBody> {
    if (encoded.body) return encoded;
    const made = await makeEncodedBody(entry, encoded);
    if (made.encoding === 'gzip') {
      entry.bodies.gzip = made;
      this.#store.recount(key, entry);
    }
    return made;
  }

  #revalidate(request: HtmlCacheRequest, entry: CachedPage, now: number): void {
    if (now < entry.retryAt || !this.#revalidations.tryAcquire(now)) return;
    entry.retryAt = now + revalidationRetryDelayMs;
    this.#render({ ...request, canStream: false }, entry).catch((error: unknown) => {
      const page = removeQueryFromCacheKey(request.key);
      this.#log.warn({ code: 'page_revalidation_failed', err: error, page }, 'page revalidation failed');
    });
  }

  async #render(request: HtmlCacheRequest, previous: CachedPage | undefined): Promise<HtmlCacheResult> {
    // The generation is part of the key of a render, so that a request after an invalidation never joins an older
    // render.
    const flightKey = `${request.generation ?? request.state.generation} ${request.key}`;
    const running = this.#inFlight.get(flightKey);
    if (running) return this.#joinInFlight(request, running, previous);

    const { promise, resolve, reject } = Promise.withResolvers<InFlightResult>();
    promise.catch(() => {}); // A shared result that no request waits for must not become an unhandled rejection.
    this.#inFlight.set(flightKey, promise);
    try {
      const { result, shared } = await this.#renderAndStore(request, previous);
      shared.finally(() => this.#inFlight.delete(flightKey)).then(resolve, reject);
      return result;
    } catch (error) {
      this.#inFlight.delete(flightKey);
      reject(error);
      return this.#fallBack(request, previous, error);
    }
  }

  async #joinInFlight(
    request: HtmlCacheRequest,
    running: Promise<InFlightResult>,
    previous: CachedPage | undefined,
  ): Promise<HtmlCacheResult> {
    try {
      const shared = await running;
      if (shared.kind === 'entry') return this.#preferPrevious(request, shared.entry, previous, 'shared');
      if (shared.kind === 'redirect') return shared;
      if (shared.kind === 'broken') return this.#render(request, previous);
    } catch (error) {
      return this.#fallBack(request, previous, error);
    }
    const rendered = await request.render(false);
    if (rendered.kind === 'redirect') return rendered;
    this.#countsOf(request, rendered).renders++;
    return { kind: 'uncacheable', rendered };
  }

  /** Renders a page. `result` is for the request that caused the render, `shared` for the requests that join it. */
  async #renderAndStore(
    request: HtmlCacheRequest,
    previous: CachedPage | undefined,
  ): Promise<{ result: HtmlCacheResult; shared: Promise<InFlightResult> }> {
    const { generation = request.state.generation } = request;
    const { version } = request.state;
    const canStream = request.canStream && !previous && !this.#broken.has(request.key);
    const rendered = await request.render(canStream);
    if (rendered.kind === 'redirect') {
      this.#store.delete(request.key, request.hasQuery);
      return { result: rendered, shared: Promise.resolve(rendered) };
    }
    this.#countsOf(request, rendered).renders++;
    if (!rendered.isShareable) {
      const result = { kind: 'uncacheable' as const, rendered };
      return { result, shared: Promise.resolve({ kind: 'uncacheable' }) };
    }
    const completed = rendered.document.complete().then((body) => ({
      kind: 'entry' as const,
      entry: this.#keep(request, rendered, body, { generation, version }),
    }));
    if (canStream && rendered.isStorable) {
      const shared = completed.catch(() => {
        this.#broken.set(request.key, true);
        return { kind: 'broken' as const };
      });
      const headers = this.#headersOf(request, rendered, generation);
      return { result: { kind: 'stream', rendered: { ...rendered, headers } }, shared };
    }
    return { result: this.#preferPrevious(request, (await completed).entry, previous, 'miss'), shared: completed };
  }

  /** A cache in front may keep only what is of the present generation: the purge of a change may have passed already. */
  #headersOf({ siteId = 0, state }: HtmlCacheRequest, rendered: RenderedDocument, generation: number): RawHeaderList {
    if (!this.#sharedCache || generation !== state.generation) return rendered.headers;
    return addSharedCacheHeaders(rendered, siteId, this.#sharedCache);
  }

  #keep(
    request: HtmlCacheRequest,
    rendered: RenderedDocument,
    body: Buffer,
    { generation, version }: SiteGenerationCounter,
  ): CachedPage {
    const { key, hasQuery, state, diskKey } = request;
    const { status, isStorable, pageKind = 'OTHER' } = rendered;
    this.#broken.delete(key);
    const now = this.#now();
    const entry = createCachedPage({
      status,
      isFailure: status >= 500 && !isStorable,
      headers: this.#headersOf(request, rendered, generation),
      body,
      state,
      generation,
      counts: this.#countsOf(request, rendered),
      renderedAt: now,
      freshUntil: now + maxFreshPageAgeMs,
      address: request.address,
    });
    if (generation !== state.generation) return entry;
    if (isStorable && status === 200 && diskKey !== undefined && version !== undefined)
      this.#disk?.write(diskKey, async () =>
        generation === state.generation ? toStoredPage(entry, pageKind, version) : null,
      );
    if (isStorable) this.#store.set(key, hasQuery, entry);
    // The entry of a page that no longer exists is deleted, so that it is not served as stale during an outage.
    else if (status < 500) this.#store.delete(key, hasQuery);
    return entry;
  }

  /** Serves the previous successful page instead of one that reports a failure. */
  #preferPrevious(
    request: HtmlCacheRequest,
    entry: CachedPage,
    previous: CachedPage | undefined,
    cacheStatus: HtmlCacheStatus,
  ): HtmlCacheResult {
    if (!entry.isFailure || !previous) return { kind: 'entry', entry, cacheStatus };
    return this.#serveStale(request, previous, `rendered with status ${entry.status}`);
  }

  #fallBack(request: HtmlCacheRequest, previous: CachedPage | undefined, error: unknown): HtmlCacheResult {
    if (!previous) throw error;
    return this.#serveStale(request, previous, error);
  }

  #serveStale(request: HtmlCacheRequest, entry: CachedPage, reason: unknown): HtmlCacheResult {
    entry.retryAt = this.#now() + revalidationRetryDelayMs;
    const page = removeQueryFromCacheKey(request.key);
    this.#log.warn({ code: 'stale_page_served', err: reason, page }, 'stale page served');
    return { kind: 'entry', entry, cacheStatus: 'stale-if-error' };
  }
}
