import { readFile, rename, writeFile } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import type { CachedPage } from '../cache/cached-page.ts';
import type { HtmlCache } from '../cache/html-cache.ts';
import type { SiteGenerations } from '../cache/site-generations.ts';
import type { HostIndex } from '../sites/host-index.ts';
import type { WarmPage } from './page-route.ts';

/** Number of times that a page must have been asked for, so that it is made again before the next visitor asks. */
const minAsks = 2;
/** Maximum number of pages of one site that are made again after a change of it. */
export const maxWarmedPerSite = 5;
/** Maximum number of pages that wait to be made again. Those that are asked for most are kept. */
const maxWarmed = 500;
/** Interval in milliseconds at which one page is made again, if no visitor waits for a render. */
const warmIntervalMs = 250;

const PopularPages = z.array(z.object({ host: z.string(), path: z.string().startsWith('/'), asks: z.number() }));
type PopularPage = z.infer<typeof PopularPages>[number];

interface PageWarmerOptions {
  cache: HtmlCache;
  generations: SiteGenerations;
  hosts: () => HostIndex;
  warmPage: WarmPage;
  /** True if the sites are known and no visitor waits for a render. */
  isIdle: () => boolean;
  /** File in which the pages that are asked for most outlast a deployment; null for none. */
  file: string | null;
  log: FastifyBaseLogger;
}

/**
 * Makes the pages that are asked for most again in the background: after a change of a site its own, and after a start
 * those of before. Visitors' renders go first.
 */
export class PageWarmer {
  readonly #options: PageWarmerOptions;
  readonly #changedSites = new Set<number>();
  #waiting: PopularPage[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isWarming = false;
  #isClosed = false;

  constructor(options: PageWarmerOptions) {
    this.#options = options;
    options.generations.onChanged = (siteId) => {
      this.#changedSites.add(siteId);
      this.#start();
    };
  }

  /** Reads the pages that were asked for most before the start. A missing or damaged file is no failure. */
  async load(): Promise<void> {
    const { file, log } = this.#options;
    if (file === null) return;
    try {
      this.#add(PopularPages.parse(JSON.parse(await readFile(file, 'utf8'))));
    } catch (err) {
      if ((err as NodeJS.ErrnoException).code !== 'ENOENT')
        log.warn({ code: 'popular_pages_unread', err }, 'popular pages not read');
    }
  }

  /** Stops, and writes the pages that are asked for most. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const { cache, file, log } = this.#options;
    const pages = selectPopular(cache.pages());
    if (file === null || pages.length === 0) return;
    try {
      await writeFile(`${file}.${process.pid}.tmp`, JSON.stringify(pages), { mode: 0o600 });
      await rename(`${file}.${process.pid}.tmp`, file);
    } catch (err) {
      log.warn({ code: 'popular_pages_unwritten', err }, 'popular pages not written');
    }
  }

  #add(pages: readonly PopularPage[]): void {
    const unique = new Map([...this.#waiting, ...pages].map((page) => [`${page.host}${page.path}`, page]));
    this.#waiting = [...unique.values()].sort((a, b) => b.asks - a.asks).slice(0, maxWarmed);
    if (this.#waiting.length > 0) this.#start();
  }

  #start(): void {
    if (this.#isClosed || this.#isWarming) return;
    this.#timer ??= setTimeout(() => void this.#warmNext(), warmIntervalMs).unref();
  }

  async #warmNext(): Promise<void> {
    this.#timer = undefined;
    const { cache, generations, hosts, warmPage, isIdle, log } = this.#options;
    const changed = [...this.#changedSites];
    this.#changedSites.clear();
    this.#add(changed.flatMap((siteId) => selectPopular(cache.pages(generations.get(siteId)), maxWarmedPerSite)));
    const page = isIdle() ? this.#waiting.shift() : undefined;
    const site = page && hosts().find(page.host);
    if (site && site.redirectTo === null) {
      this.#isWarming = true;
      await warmPage(site, page.path).catch((err: unknown) =>
        log.warn({ code: 'page_revalidation_failed', err, page: page.path }, 'page revalidation failed'),
      );
      this.#isWarming = false;
    }
    if (this.#waiting.length > 0 || this.#changedSites.size > 0) this.#start();
  }
}

/** Selects the pages that are asked for most. */
function selectPopular(pages: Iterable<CachedPage>, max = maxWarmed): PopularPage[] {
  const found: PopularPage[] = [];
  for (const { address, asks, status } of pages)
    if (address && asks >= minAsks && status === 200) found.push({ ...address, asks });
  return found.sort((a, b) => b.asks - a.asks).slice(0, max);
}
