import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';
import { type ContentEncoding, parseAcceptEncoding } from './accept-encoding.ts';
import { maxFreshPageAgeMs } from './page-cache-policy.ts';
import type { PageResponseCounts } from './page-counts.ts';
import type { StoredPage } from './page-disk.ts';
import type { SiteGenerationCounter } from './site-generations.ts';

/** Header names and values alternately, in the format of Node's `writeHead`. */
export type RawHeaderList = readonly string[];

/** The bytes of a page in one content encoding, with the response headers for 200 and for 304. */
export interface EncodedPageBody {
  encoding: ContentEncoding;
  etag: string;
  /** The bytes; null if they are made from those in brotli for each response that needs them. */
  body: Buffer | null;
  headers: RawHeaderList;
  notModifiedHeaders: RawHeaderList;
}

/** A complete document in the HTML cache, the same for every visitor. */
export interface CachedPage {
  status: number;
  /** True if the page reports a failure, so that an older successful entry must not be replaced by it. */
  isFailure: boolean;
  /** Hash of body and headers, which stays the same if an unchanged page is rendered again. */
  hash: string;
  headers: RawHeaderList;
  bodies: Partial<Record<ContentEncoding, EncodedPageBody>> & { identity: EncodedPageBody };
  state: SiteGenerationCounter;
  /** Counters for the page's site and kind, referenced here so that a cache hit needs no lookup. */
  counts: PageResponseCounts;
  /** The generation of the site at the time at which rendering began. */
  generation: number;
  /** Time at which rendering ended, in milliseconds since the epoch. */
  renderedAt: number;
  freshUntil: number;
  /** Earliest time of the next revalidation, in milliseconds since the epoch. */
  retryAt: number;
  /** Number of times that the page was asked for. Half of it passes on to the page's next render. */
  asks: number;
  /** The address with which the page can be rendered again in the background; absent if it must not be. */
  address?: PageAddress | undefined;
}

export interface PageAddress {
  host: string;
  path: string;
}

interface CachedPageInput {
  status: number;
  isFailure: boolean;
  headers: RawHeaderList;
  body: Buffer;
  state: SiteGenerationCounter;
  counts: PageResponseCounts;
  generation: number;
  renderedAt: number;
  freshUntil: number;
  address?: PageAddress | undefined;
}

export function createCachedPage({ headers, body, ...rest }: CachedPageInput): CachedPage {
  const digest = createHash('sha256').update(body);
  for (const text of headers) digest.update(text).update('\n');
  const hash = digest.digest('base64url').slice(0, 22);
  return {
    ...rest,
    headers,
    hash,
    retryAt: 0,
    asks: 0,
    bodies: { identity: encodedBody('identity', hash, body, headers) },
  };
}

/** Names of headers that concern the body, which a 304 response omits. */
const bodyHeaders = new Set(['content-type', 'content-length', 'content-encoding', 'link']);

function encodedBody(
  encoding: ContentEncoding,
  hash: string,
  body: Buffer | null,
  pageHeaders: RawHeaderList,
): EncodedPageBody {
  const etag = encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`;
  const headers = [...pageHeaders, 'etag', etag];
  if (body) headers.push('content-length', String(body.length));
  if (encoding !== 'identity') headers.push('content-encoding', encoding);
  const notModifiedHeaders = headers.filter((_, i) => !bodyHeaders.has(headers[i - (i % 2)] as string));
  return { encoding, etag, body, headers, notModifiedHeaders };
}

/** Minimum size in bytes of a page that is compressed. A smaller page fits into one packet anyway. */
const minCompressedBytes = 1_000;
const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

const decompress = promisify(brotliDecompress);
const compressing = new WeakMap<CachedPage, Promise<void>>();

/**
 * Replaces the uncompressed bytes by those in brotli, off the event loop, unless the page is too small. Other encodings
 * are rare and are made when a client asks for them, so that a page occupies memory once.
 */
export function compressCachedPage(entry: CachedPage): Promise<void> {
  const running = compressing.get(entry) ?? compressToBrotli(entry).finally(() => compressing.delete(entry));
  compressing.set(entry, running);
  return running;
}

async function compressToBrotli({ hash, headers, bodies }: CachedPage): Promise<void> {
  const { body } = bodies.identity;
  if (!body || body.length < minCompressedBytes) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  bodies.br = encodedBody('br', hash, await compressBrotli(body, { params }), headers);
  bodies.gzip ??= encodedBody('gzip', hash, null, headers);
  bodies.identity = encodedBody('identity', hash, null, headers);
}

/** Returns a body with its bytes, which are made if they are not in memory. */
export async function makeEncodedBody(
  { hash, headers, bodies }: CachedPage,
  encoded: EncodedPageBody,
): Promise<EncodedPageBody & { body: Buffer }> {
  const { body, encoding } = encoded;
  if (body) return { ...encoded, body };
  if (!bodies.br?.body) throw new Error('a cached page has no bytes');
  const plain = await decompress(bodies.br.body);
  const made = encoding === 'gzip' ? await compressGzip(plain, { level: 6 }) : plain;
  return { ...encodedBody(encoding, hash, made, headers), body: made };
}

/** Returns a page as it is stored on disk: in brotli, unless it is small. */
export async function toStoredPage(entry: CachedPage, pageKind: string, version: string): Promise<StoredPage> {
  await compressCachedPage(entry);
  const { status, headers, hash, renderedAt, bodies } = entry;
  const { encoding, body } = bodies.br?.body ? bodies.br : bodies.identity;
  if (!body || encoding === 'gzip') throw new Error('a cached page has no bytes');
  return { version, status, pageKind, headers: [...headers], hash, encoding, renderedAt, body };
}

/** Restores a page that was stored on disk. */
export function restoreCachedPage(
  { status, headers, hash, encoding, renderedAt, body }: StoredPage,
  site: Pick<CachedPage, 'state' | 'counts' | 'generation' | 'address'>,
): CachedPage {
  const isPlain = encoding === 'identity';
  return {
    ...site,
    status,
    isFailure: false,
    hash,
    headers,
    renderedAt,
    freshUntil: renderedAt + maxFreshPageAgeMs,
    retryAt: 0,
    asks: 0,
    bodies: {
      identity: encodedBody('identity', hash, isPlain ? body : null, headers),
      ...(!isPlain && {
        br: encodedBody('br', hash, body, headers),
        gzip: encodedBody('gzip', hash, null, headers),
      }),
    },
  };
}

/** Selects the best stored body for an Accept-Encoding header. */
export function selectBodyByAcceptEncoding(entry: CachedPage, acceptEncoding: string | undefined): EncodedPageBody {
  for (const encoding of parseAcceptEncoding(acceptEncoding)) {
    const body = entry.bodies[encoding];
    if (body) return body;
  }
  return entry.bodies.identity;
}

/**
 * Returns the body that the client already has, according to its If-None-Match header (weak comparison, RFC 9110,
 * section 13.1.2). Another encoding of the same page matches too, because the content is the same.
 */
export function findBodyByETag(entry: CachedPage, ifNoneMatch: string | undefined): EncodedPageBody | undefined {
  if (!ifNoneMatch) return undefined;
  if (ifNoneMatch.trim() === '*') return entry.bodies.identity;
  if (!ifNoneMatch.includes(entry.hash)) return undefined;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return Object.values(entry.bodies).find((body) => tags.includes(body.etag));
}

/** Estimated bytes of a cached page in addition to its bodies. */
export const cachedPageOverheadBytes = 5_000;

/** Estimates the memory of a cached page in bytes, including headers and cache keys. */
export function estimateCachedPageBytes(entry: CachedPage): number {
  let size = cachedPageOverheadBytes;
  for (const { body } of Object.values(entry.bodies)) size += body?.length ?? 0;
  return size;
}
