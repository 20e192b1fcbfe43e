import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';
import { acceptedEncodings, type Encoding } from './accept-encoding.ts';
import type { SiteState } from './generations.ts';
import type { HeaderPairs } from './header-pairs.ts';
import { preparedHead } from './prepared-answer.ts';

/** One encoding of a page, with everything that its answer needs made ready. */
export interface Form {
  encoding: Encoding;
  etag: string;
  /** null where the bytes are only kept compressed. */
  body: Buffer | null;
  headers: HeaderPairs;
  /** The same as text, with the status line. */
  head: string;
  notModified: HeaderPairs;
}

/** A finished document, the same for every visitor. */
export interface PageEntry {
  status: number;
  /** Of body and headers: the same page made again has the same. */
  hash: string;
  headers: HeaderPairs;
  forms: Partial<Record<Encoding, Form>> & { identity: Form };
  state: SiteState;
  /** The site's generation when the making began. */
  generation: number;
  /** Milliseconds since 1970. */
  madeAt: number;
  freshUntil: number;
  /** Until then no new attempt is made to replace it. */
  retryAt: number;
  /** End of its line in the request log: everything but moment, method and status. */
  logTail: string;
  /** The same with those of nearly every request, GET and 200, as bytes. */
  logEnd: Buffer;
}

export interface EntryParts {
  status: number;
  headers: HeaderPairs;
  body: Buffer;
  state: SiteState;
  generation: number;
  madeAt: number;
  freshUntil: number;
  logTail: string;
}

export function createEntry({ headers, body, ...rest }: EntryParts): PageEntry {
  const digest = createHash('sha256').update(body);
  for (const text of headers) digest.update(text).update('\n');
  const hash = digest.digest('base64url').slice(0, 22);
  const logEnd = Buffer.from(`,"method":"GET","status":200${rest.logTail}`);
  return { ...rest, logEnd, headers, hash, retryAt: 0, forms: { identity: formOf('identity', hash, body, headers) } };
}

/** Headers that belong to the page rather than to its bytes: a 304 repeats them without. */
const ofBody = new Set(['content-type', 'content-length', 'content-encoding', 'link']);

function formOf(encoding: Encoding, hash: string, body: Buffer, headers: HeaderPairs): Form {
  const etag = encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`;
  const all = [...headers, 'etag', etag, 'content-length', String(body.length)];
  if (encoding !== 'identity') all.push('content-encoding', encoding);
  const notModified = all.filter((_, i) => !ofBody.has(all[i - (i % 2)] as string));
  return { encoding, etag, body, headers: all, head: preparedHead(all), notModified };
}

/** Below this many bytes a packet is a packet, compressed or not. */
const leastCompressed = 1_000;
const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/**
 * Makes the compressed forms, off the event loop, and lets go of the plain bytes: whoever wants those gets them
 * unpacked. Answers whether there is anything new.
 */
export async function compressEntry(entry: PageEntry): Promise<boolean> {
  const { headers, forms } = entry;
  const { body } = forms.identity;
  if (!body || body.length < leastCompressed) return false;
  forms.gzip = formOf('gzip', entry.hash, await compressGzip(body, { level: 6 }), headers);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  forms.br = formOf('br', entry.hash, await compressBrotli(body, { params }), headers);
  forms.identity.body = null;
  return true;
}

const unpack = promisify(gunzip);

/** The bytes of `form`, unpacked where only the compressed ones are kept. */
export async function bodyOf(entry: PageEntry, form: Form): Promise<Buffer> {
  if (form.body) return form.body;
  const packed = entry.forms.gzip?.body;
  if (!packed) throw new Error('a page lost its bytes');
  return unpack(packed);
}

export function chooseForm(entry: PageEntry, acceptEncoding: string | undefined): Form {
  for (const encoding of acceptedEncodings(acceptEncoding)) {
    const form = entry.forms[encoding];
    if (form) return form;
  }
  return entry.forms.identity;
}

/**
 * The form that the client already has, by an If-None-Match header; its weak marks do not matter for a GET. Any form of
 * the page will do: who has the plain bytes need not fetch the compressed ones.
 */
export function matchedForm(entry: PageEntry, ifNoneMatch: string | undefined): Form | undefined {
  if (!ifNoneMatch) return undefined;
  if (ifNoneMatch.trim() === '*') return entry.forms.identity;
  if (!ifNoneMatch.includes(entry.hash)) return undefined;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return Object.values(entry.forms).find((form) => tags.includes(form.etag));
}

/** Bytes in memory, nearly. */
export function sizeOf(entry: PageEntry): number {
  let size = 5_000;
  for (const form of Object.values(entry.forms)) size += form.body?.length ?? 0;
  return size;
}
