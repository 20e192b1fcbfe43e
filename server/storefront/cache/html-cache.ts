import { availableMemory } from 'node:process';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { HtmlSink } from '#shared/rendering.ts';
import { Budget } from './budget.ts';
import { collect } from './collect-document.ts';
import { CompressionQueue } from './compression-queue.ts';
import type { SiteState } from './generations.ts';
import type { HeaderPairs } from './header-pairs.ts';
import { compressEntry, createEntry, type PageEntry, sizeOf } from './page-entry.ts';

/** What came of making a page. */
export type Made =
  | { kind: 'redirect'; status: 301 | 302 | 308; location: string }
  | {
      kind: 'document';
      status: number;
      headers: HeaderPairs;
      /** Whether it may be kept for later visitors. */
      store: boolean;
      /** Whether those who ask at the same moment may have the same bytes. */
      share: boolean;
      write(sink: HtmlSink): void;
    };
export type MadeDocument = Extract<Made, { kind: 'document' }>;

/** How an answer came about: for logs and figures. */
export type How = 'hit' | 'stale' | 'outage' | 'made' | 'shared';

export type Outcome =
  | Extract<Made, { kind: 'redirect' }>
  | { kind: 'entry'; entry: PageEntry; how: How }
  /** The first visitor has been given the stream as it was made. */
  | { kind: 'streamed' }
  /** For this visitor alone: to be written by the caller. */
  | { kind: 'own'; document: MadeDocument };

export interface Asked {
  /** Site, language, path and declared query; see `pageKey`. */
  key: string;
  state: SiteState;
  /** Whether the key has a query: such keys are without end, and share a smaller room. */
  hasQuery: boolean;
  logTail: string;
  make(): Promise<Made>;
  /** Given by a visitor who can take the document as it is made. */
  stream?: ((document: MadeDocument) => HtmlSink) | undefined;
}

export interface HtmlCacheOptions {
  log: FastifyBaseLogger;
  maxBytes?: number;
  now?: () => number;
}

/** Milliseconds. Fresh: answered without a thought. Then answered at once and made again behind the visitor's back. */
const freshFor = 60_000;
const staleFor = 6 * 3_600_000;
/** After an attempt that failed, the old page is answered for this long before the next. */
const pauseAfterFailure = 5_000;
/** Renewals behind the visitors' backs, a second: with ten thousand sites they must not eat the time of real visits. */
const renewalsPerSecond = 2;

/** An eighth of what the process may use, between 64 MiB and 2 GiB: the bytes live outside the JavaScript heap. */
export const defaultCacheBytes = (): number => Math.min(2 * 2 ** 30, Math.max(64 * 2 ** 20, availableMemory() / 8));

type Flown = { kind: 'entry'; entry: PageEntry } | Extract<Made, { kind: 'redirect' }> | { kind: 'own' };

/**
 * Finished documents by site, language, path and declared query, within a limit of bytes that counts every compressed
 * form. One making for simultaneous visitors: the first gets the stream, the others the finished entry. What was made
 * under an older generation is neither stored nor answered, unless making it anew fails.
 */
export class HtmlCache {
  readonly #pages: LRUCache<string, PageEntry>;
  readonly #queried: LRUCache<string, PageEntry>;
  readonly #flights = new Map<string, Promise<Flown>>();
  readonly #log: FastifyBaseLogger;
  readonly #now: () => number;
  readonly #compression: CompressionQueue;
  readonly #renewals: Budget;

  constructor({ log, maxBytes = defaultCacheBytes(), now = Date.now }: HtmlCacheOptions) {
    this.#log = log;
    this.#now = now;
    this.#pages = new LRUCache({ maxSize: Math.ceil(maxBytes * 0.85), sizeCalculation: sizeOf });
    this.#queried = new LRUCache({ maxSize: Math.ceil(maxBytes * 0.15), sizeCalculation: sizeOf });
    this.#renewals = new Budget(renewalsPerSecond);
    this.#compression = new CompressionQueue((key) => this.#compress(key), log);
  }

  get entries(): number {
    return this.#pages.size + this.#queried.size;
  }

  get bytes(): number {
    return this.#pages.calculatedSize + this.#queried.calculatedSize;
  }

  /**
   * The page that needs no thought: of the site's present generation, and fresh. One that only time has outdated needs
   * none either, unless it is its turn to be made again: else ten thousand sites would take the slow way for good.
   */
  hit(key: string, hasQuery: boolean): PageEntry | undefined {
    const entry = (hasQuery ? this.#queried : this.#pages).get(key);
    if (!entry || entry.generation !== entry.state.generation) return undefined;
    const now = this.#now();
    if (now < entry.freshUntil) return entry;
    if (now >= entry.madeAt + staleFor) return undefined;
    return now < entry.retryAt || this.#renewals.isSpent(now) ? entry : undefined;
  }

  async answer(asked: Asked): Promise<Outcome> {
    const entry = this.#room(asked).get(asked.key);
    if (!entry) return this.#make(asked, undefined);
    const now = this.#now();
    if (entry.generation !== asked.state.generation || now >= entry.madeAt + staleFor) {
      if (now < entry.retryAt) return { kind: 'entry', entry, how: 'outage' };
      return this.#make(asked, entry);
    }
    if (now < entry.freshUntil) return { kind: 'entry', entry, how: 'hit' };
    this.#renew(asked, entry, now);
    return { kind: 'entry', entry, how: 'stale' };
  }

  #room({ hasQuery }: Asked) {
    return hasQuery ? this.#queried : this.#pages;
  }

  #renew(asked: Asked, old: PageEntry, now: number): void {
    if (now < old.retryAt || !this.#renewals.spend(now)) return;
    old.retryAt = now + pauseAfterFailure;
    this.#make({ ...asked, stream: undefined }, old).catch((error: unknown) => {
      this.#log.warn({ err: error, page: asked.key }, 'a page could not be renewed');
    });
  }

  async #make(asked: Asked, old: PageEntry | undefined): Promise<Outcome> {
    // Who comes after a change must not be given what was begun before it.
    const flightKey = `${asked.state.generation} ${asked.key}`;
    const under = this.#flights.get(flightKey);
    if (under) return this.#join(asked, under, old);

    const { promise, resolve, reject } = Promise.withResolvers<Flown>();
    promise.catch(() => {}); // Nobody may be waiting.
    this.#flights.set(flightKey, promise);
    try {
      const { outcome, flown } = await this.#lead(asked, old);
      flown.then(resolve, reject).finally(() => this.#flights.delete(flightKey));
      return outcome;
    } catch (error) {
      this.#flights.delete(flightKey);
      reject(error);
      return this.#fallBack(asked, old, error);
    }
  }

  async #join(asked: Asked, under: Promise<Flown>, old: PageEntry | undefined): Promise<Outcome> {
    try {
      const flown = await under;
      if (flown.kind === 'entry') return this.#fresher(asked, flown.entry, old, 'shared');
      if (flown.kind === 'redirect') return flown;
    } catch (error) {
      return this.#fallBack(asked, old, error);
    }
    const made = await asked.make();
    return made.kind === 'redirect' ? made : { kind: 'own', document: made };
  }

  /** Makes the page; `flown` is what those who wait for it get. */
  async #lead(asked: Asked, old: PageEntry | undefined): Promise<{ outcome: Outcome; flown: Promise<Flown> }> {
    const { generation } = asked.state;
    const made = await asked.make();
    if (made.kind === 'redirect') {
      this.#room(asked).delete(asked.key);
      return { outcome: made, flown: Promise.resolve(made) };
    }
    if (!made.share)
      return { outcome: { kind: 'own', document: made }, flown: Promise.resolve({ kind: 'own' as const }) };

    const collected = collect(made);
    if ('body' in collected) {
      const entry = this.#keep(asked, made, collected.body, generation);
      return { outcome: this.#fresher(asked, entry, old, 'made'), flown: Promise.resolve({ kind: 'entry', entry }) };
    }
    const flown = collected.rest.then((body) => ({
      kind: 'entry' as const,
      entry: this.#keep(asked, made, body, generation),
    }));
    if (made.store && asked.stream) {
      collected.follow(asked.stream(made));
      return { outcome: { kind: 'streamed' }, flown };
    }
    return { outcome: this.#fresher(asked, (await flown).entry, old, 'made'), flown };
  }

  #keep(asked: Asked, made: MadeDocument, body: Buffer, generation: number): PageEntry {
    const now = this.#now();
    const { state, logTail } = asked;
    const { status, headers } = made;
    const entry = createEntry({
      status,
      headers,
      body,
      state,
      generation,
      logTail,
      madeAt: now,
      freshUntil: now + freshFor,
    });
    if (generation !== state.generation) return entry;
    const room = this.#room(asked);
    if (!made.store) {
      // A page that is gone must not come back in an outage.
      if (status < 500) room.delete(asked.key);
      return entry;
    }
    const before = room.peek(asked.key);
    if (before?.hash === entry.hash) entry.forms = before.forms;
    room.set(asked.key, entry);
    if (!entry.forms.br) this.#compression.add(asked.key);
    return entry;
  }

  async #compress(key: string): Promise<void> {
    const room = this.#pages.has(key) ? this.#pages : this.#queried;
    const entry = room.peek(key);
    if (!entry || !(await compressEntry(entry)) || room.peek(key) !== entry) return;
    // Put in anew: of what is there already the size is not counted again.
    room.delete(key);
    room.set(key, entry);
  }

  /** A page that says that it cannot be made now is worse than the one from before. */
  #fresher(asked: Asked, entry: PageEntry, old: PageEntry | undefined, how: How): Outcome {
    if (entry.status < 500 || !old) return { kind: 'entry', entry, how };
    return this.#serveOld(asked, old, `made with status ${entry.status}`);
  }

  #fallBack(asked: Asked, old: PageEntry | undefined, error: unknown): Outcome {
    if (!old) throw error;
    return this.#serveOld(asked, old, error);
  }

  #serveOld(asked: Asked, old: PageEntry, reason: unknown): Outcome {
    old.retryAt = this.#now() + pauseAfterFailure;
    this.#log.warn({ err: reason, page: asked.key }, 'the page from before is served: a new one cannot be made');
    return { kind: 'entry', entry: old, how: 'outage' };
  }
}
