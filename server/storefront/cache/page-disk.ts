import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { maxStoredPageAgeMs } from './page-cache-policy.ts';

/** The pages are distributed over this many folders. Each has an equal share of the limit and is listed on its own. */
const folderCount = 64;
/**
 * Part of its share by which a folder may grow before it is listed again, because other processes write too. The
 * processes divide it.
 */
const growthBeforeListing = 0.1;
/** Part of its share to which a full folder is reduced. */
const reducedShare = 0.9;
/** Maximum number of pages that wait to be written. Further ones are not stored until their next render. */
const maxWaiting = 2_000;
const pagesPerBatch = 50;
const batchPauseMs = 100;
/** Maximum numbers of reads in progress, which leave threads of the system's pool to others, and of waiting ones. */
const maxReads = 2;
const maxWaitingReads = 256;
/** Time in milliseconds after which a read counts as failed, so that a stalled volume delays no visitor. */
const readTimeoutMs = 250;
/** Time in milliseconds for which the disk is left alone after an error. */
const pauseAfterErrorMs = 30_000;
/** Bytes that the pages leave free on their volume, because database and files may be on it. */
const minFreeBytes = 512 * 2 ** 20;
/** Age in milliseconds from which a temporary file was left behind by a process that has ended. */
const abandonedAfterMs = 60_000;
/** Time in milliseconds within which the waiting pages are written when the server stops. */
const closeTimeoutMs = 2_000;
const keyBytes = 32;
const macBytes = 32;

const Metadata = z.object({
  /** Identifies build, settings, site and address; see `PageDiskOptions.identity`. */
  name: z.string(),
  version: z.string(),
  status: z.int(),
  pageKind: z.string(),
  headers: z.array(z.string()),
  hash: z.string(),
  encoding: z.enum(['br', 'identity']),
  renderedAt: z.number(),
});

/** A page as it is stored, with the version of its site at the time at which its render began. */
export interface StoredPage extends Omit<z.infer<typeof Metadata>, 'name'> {
  body: Buffer;
}

export interface PageDiskOptions {
  folder: string;
  /** File with the key of the checksums, beside the folder. It is created if it is missing. */
  keyFile: string;
  maxBytes: number;
  /** Number of processes that share the folder. */
  processes?: number;
  /** Identifies everything but site and address on which a page depends: the build and the settings. */
  identity: string;
  log: FastifyBaseLogger;
  minFree?: number;
  readTimeout?: number;
}

/**
 * The second level of the page cache: pages in files, which survive a restart. Each file has a checksum with a key that
 * only the servers know, and names build, settings, site, version of the site and address, so that a file that is
 * damaged, forged or of another build is a miss. Pages are written behind the requests. An error is logged once, is a
 * miss, and leaves the disk alone for a while.
 */
export class PageDisk {
  readonly #options: PageDiskOptions;
  readonly #waiting = new Map<string, () => Promise<StoredPage | null>>();
  readonly #reads = new Map<string, Promise<StoredPage | null>>();
  readonly #waitingReads: (() => void)[] = [];
  readonly #folders = new Map<string, { bytes: number; added: number }>();
  #key: Promise<Buffer> | undefined;
  #readCount = 0;
  #pausedUntil = 0;
  #loggedReason = '';
  #writing: Promise<void> | undefined;
  readonly #closing = new AbortController();

  constructor(options: PageDiskOptions) {
    this.#options = options;
  }

  /** Reads a page. Simultaneous calls for the same page share one read. */
  read(key: string): Promise<StoredPage | null> {
    if (this.#closing.signal.aborted || Date.now() < this.#pausedUntil) return Promise.resolve(null);
    const running = this.#reads.get(key);
    if (running) return running;
    if (this.#waitingReads.length >= maxWaitingReads) return Promise.resolve(null);
    const reading = this.#readWithinLimits(key).finally(() => this.#reads.delete(key));
    this.#reads.set(key, reading);
    return reading;
  }

  /** Queues a page to be written. `getPage` is called when it is its turn, and returns null if the page is obsolete. */
  write(key: string, getPage: () => Promise<StoredPage | null>): void {
    if (this.#closing.signal.aborted || Date.now() < this.#pausedUntil) return;
    if (this.#waiting.size >= maxWaiting) return;
    this.#waiting.delete(key);
    this.#waiting.set(key, getPage);
    this.#writing ??= this.#writeWaiting().finally(() => {
      this.#writing = undefined;
    });
  }

  /** Writes the pages that are waiting, as far as the time suffices, and ends. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.race([this.#writing, sleep(closeTimeoutMs)]);
    this.#waiting.clear();
  }

  async #readWithinLimits(key: string): Promise<StoredPage | null> {
    const { promise: timedOut, resolve } = Promise.withResolvers<'timeout'>();
    // A read that was completed while the event loop was delayed is handled before the immediate.
    const giveUp = () => setImmediate(resolve, 'timeout');
    const timer = setTimeout(giveUp, this.#options.readTimeout ?? readTimeoutMs);
    const reading = this.#waitForRead().then(async () => {
      try {
        return await this.#readPage(key);
      } finally {
        this.#readCount--;
        this.#waitingReads.shift()?.();
      }
    });
    try {
      const result = await Promise.race([reading, timedOut]);
      if (result === 'timeout') throw new Error('the disk did not answer in time');
      return result;
    } catch (error) {
      reading.catch(() => {}); // After the timeout, the error of the read itself says nothing more.
      this.#pause(error);
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  async #waitForRead(): Promise<void> {
    if (this.#readCount >= maxReads) await new Promise<void>((resolve) => this.#waitingReads.push(resolve));
    this.#readCount++;
  }

  async #readPage(key: string): Promise<StoredPage | null> {
    const name = this.#nameOf(key);
    const bytes = await readFile(this.#pathOf(name)).catch(ignoreMissing);
    return bytes && openPage(await this.#readKey(), name, bytes);
  }

  async #writeWaiting(): Promise<void> {
    try {
      while (this.#waiting.size > 0) {
        const { signal } = this.#closing;
        await sleep(batchPauseMs, undefined, { signal, ref: false }).catch(() => {});
        await this.#writeBatch();
      }
    } catch (error) {
      this.#waiting.clear();
      this.#pause(error);
    }
  }

  async #writeBatch(): Promise<void> {
    const { folder, minFree = minFreeBytes } = this.#options;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < minFree) throw new Error(`less than ${minFree} bytes are free`);
    const secret = await this.#readKey();
    for (const [key, getPage] of [...this.#waiting].slice(0, pagesPerBatch)) {
      this.#waiting.delete(key);
      const page = await getPage();
      if (page) await this.#writePage(key, sealPage(secret, this.#nameOf(key), page));
    }
    this.#loggedReason = '';
  }

  async #writePage(key: string, bytes: Buffer): Promise<void> {
    const path = this.#pathOf(this.#nameOf(key));
    const folder = join(path, '..');
    if (!(await this.#makeRoom(folder, bytes.length))) return;
    const temporary = `${path}.${randomBytes(4).toString('hex')}.tmp`;
    await writeFile(temporary, bytes, { mode: 0o600 });
    // Readers see either the former file or this one, and never a part of it.
    await rename(temporary, path);
  }

  /** Deletes the oldest pages of a folder until there is room. Returns false for a page that is larger than the share. */
  async #makeRoom(folder: string, bytes: number): Promise<boolean> {
    const { maxBytes, processes = 1 } = this.#options;
    const share = maxBytes / folderCount;
    if (bytes > share * reducedShare) return false;
    let known = this.#folders.get(folder);
    if (!known || known.added + bytes > (share * growthBeforeListing) / processes || known.bytes + bytes > share) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const files = await listFiles(folder);
      known = { bytes: files.reduce((sum, { size }) => sum + size, 0), added: 0 };
      const limit = known.bytes + bytes > share ? share * reducedShare - bytes : share;
      for (const { path, size } of files.sort((a, b) => a.writtenAt - b.writtenAt)) {
        if (known.bytes <= limit) break;
        await rm(path, { force: true });
        known.bytes -= size;
      }
      this.#folders.set(folder, known);
    }
    known.bytes += bytes;
    known.added += bytes;
    return true;
  }

  /** Reads the key, or creates it. A failed attempt is repeated by the next call. */
  #readKey(): Promise<Buffer> {
    this.#key ??= readOrCreateKey(this.#options.keyFile).catch((error: unknown) => {
      this.#key = undefined;
      throw error;
    });
    return this.#key;
  }

  #nameOf(key: string): string {
    return `${this.#options.identity}\n${key}`;
  }

  #pathOf(name: string): string {
    const hash = createHash('sha256').update(name).digest();
    const folder = ((hash[0] ?? 0) % folderCount).toString().padStart(2, '0');
    return join(this.#options.folder, folder, hash.toString('hex', 0, 20));
  }

  #pause(error: unknown): void {
    this.#pausedUntil = Date.now() + pauseAfterErrorMs;
    const reason = error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : String(error);
    if (reason === this.#loggedReason) return;
    this.#loggedReason = reason;
    this.#options.log.warn({ code: 'page_disk_failed', err: error }, 'pages not kept on disk');
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

async function readOrCreateKey(file: string): Promise<Buffer> {
  const key = await readFile(file).catch(ignoreMissing);
  if (key?.length === keyBytes) return key;
  const temporary = `${file}.${randomBytes(4).toString('hex')}.tmp`;
  await writeFile(temporary, randomBytes(keyBytes), { mode: 0o600 });
  // Of several processes that create the key at the same time, the first one does.
  if (key) await rename(temporary, file);
  else
    await link(temporary, file)
      .catch(ignoreExisting)
      .finally(() => rm(temporary, { force: true }));
  return readFile(file);
}

/** Lists the pages of a folder, and deletes those that are too old and temporary files that were left behind. */
async function listFiles(folder: string): Promise<{ path: string; size: number; writtenAt: number }[]> {
  const files: { path: string; size: number; writtenAt: number }[] = [];
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(ignoreMissing);
    if (!found) continue;
    const maxAgeMs = name.endsWith('.tmp') ? abandonedAfterMs : maxStoredPageAgeMs;
    if (found.mtimeMs < Date.now() - maxAgeMs) await rm(path, { force: true });
    else files.push({ path, size: found.size, writtenAt: found.mtimeMs });
  }
  return files;
}

/** Encodes a page: checksum, length of the metadata, metadata in JSON, body. */
function sealPage(secret: Buffer, name: string, { body, ...metadata }: StoredPage): Buffer {
  const json = Buffer.from(JSON.stringify({ name, ...metadata } satisfies z.infer<typeof Metadata>));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  const content = Buffer.concat([length, json, body]);
  return Buffer.concat([createHmac('sha256', secret).update(content).digest(), content]);
}

/** Decodes a page; null if the file is damaged or forged, or belongs to another page. */
function openPage(secret: Buffer, name: string, bytes: Buffer): StoredPage | null {
  const content = bytes.subarray(macBytes);
  const mac = bytes.subarray(0, macBytes);
  if (mac.length < macBytes || !timingSafeEqual(mac, createHmac('sha256', secret).update(content).digest()))
    return null;
  const bodyStart = 4 + content.readUInt32BE(0);
  const { name: storedName, ...metadata } = Metadata.parse(JSON.parse(content.toString('utf8', 4, bodyStart)));
  return storedName === name ? { ...metadata, body: content.subarray(bodyStart) } : null;
}
