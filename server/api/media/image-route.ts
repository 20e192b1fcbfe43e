import { access, readFile } from 'node:fs/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { sendValidationError } from '#server/api/contract/contract-route.ts';
import { sendFailure } from '#server/api/contract/send-failure.ts';
import { translate } from '#server/api/contract/server-texts.ts';
import type { Db } from '#server/api/database/connect.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { getCaller, getRequestSite } from '#server/api/tenancy/current-site.ts';
import { createSingleFlight, QueueFullError } from '#server/http/limiter.ts';
import { IdParam } from '#shared/endpoint.ts';
import { findAcceptedFormat, type ImageFormat, imageFormats, imageWidths } from '#shared/media/image.ts';
import type { ImageConversion, StoredImageFormat } from './convert-image.ts';
import { toStoredFilePath, writeFileAtomically } from './file-store.ts';
import { toCachedImagePath } from './image-cache.ts';
import { runImageTask } from './image-processes.ts';
import { readImage, type StoredImage, toUrlVersion } from './media.ts';
import { matchesIfNoneMatch, setMediaHeaders } from './media-headers.ts';

interface ConvertedImage {
  bytes: Buffer;
  format: StoredImageFormat;
  /**
   * True if the conversion failed and the bytes are a placeholder. They are not cached, because a later conversion may
   * succeed.
   */
  isPlaceholder: boolean;
  /** True if a smaller format is being made, so that clients should ask again soon. */
  isProvisional?: boolean;
}

/** Converts an image to a width and a format. Resolves to null if the original file is missing. */
type ImageConverter = (
  image: StoredImage,
  conversion: ImageConversion,
  log: FastifyBaseLogger,
) => Promise<ConvertedImage | null>;

/**
 * Time for which a failed conversion is remembered. The file never changes, because it is named by its hash, so a
 * repeated attempt would only take the processor again.
 */
const failureTtlMs = 10 * 60_000;
const maxFailures = 10_000;

interface ImageDirectories {
  filesDir: string;
  cacheDir: string;
}

/**
 * Creates a converter that caches its results in `cacheDir/<site>/`, which may be deleted at any time. Concurrent
 * requests for the same result share one conversion.
 */
function createImageConverter({ filesDir, cacheDir }: ImageDirectories): ImageConverter {
  const once = createSingleFlight<ConvertedImage | null>();
  /** The smallest width in which an image could not be converted, by site and hash. */
  const failures = new LRUCache<string, number>({ max: maxFailures, ttl: failureTtlMs });
  return async (image, conversion, log) => {
    const cachePath = toCachedImagePath(cacheDir, image, conversion);
    const bytes = await readIfPresent(cachePath);
    if (bytes) return { bytes, format: conversion.format, isPlaceholder: false };
    return once(cachePath, () => convertOnce(image, conversion, { filesDir, cachePath, failures, log }));
  };
}

interface ConversionContext {
  filesDir: string;
  cachePath: string;
  failures: LRUCache<string, number>;
  log: FastifyBaseLogger;
}

async function convertOnce(
  image: StoredImage,
  conversion: ImageConversion,
  { filesDir, cachePath, failures, log }: ConversionContext,
): Promise<ConvertedImage | null> {
  const { siteId, hash } = image;
  const logFields = { site: siteId, image: image.id, path: image.path, hash };
  const original = toStoredFilePath(filesDir, hash);
  if (!(await isPresent(original))) {
    log.error({ code: 'image_original_missing', ...logFields }, 'image original missing');
    return null;
  }
  const failureKey = `${siteId}/${hash}`;
  const width = conversion.width ?? image.width;
  if (width < (failures.get(failureKey) ?? Number.POSITIVE_INFINITY)) {
    try {
      const source = { original, isSvg: image.type === 'image/svg+xml', conversion };
      const bytes = Buffer.from(await runImageTask(siteId, 'convertImage', source));
      // If the write fails, for example because the disk is full, the image is sent without being cached.
      await writeFileAtomically(cachePath, bytes).catch((err: unknown) =>
        log.warn({ code: 'image_cache_write_failed', ...logFields, err }, 'image cache write failed'),
      );
      return { bytes, format: conversion.format, isPlaceholder: false };
    } catch (err) {
      if (err instanceof QueueFullError) throw err;
      failures.set(failureKey, width);
      log.error({ code: 'image_conversion_failed', ...logFields, err }, 'image conversion failed, placeholder served');
    }
  }
  const { height, tint } = image;
  const replacement = { width: image.width, height, tint, conversion };
  const bytes = await runImageTask(siteId, 'createReplacementForDamagedImage', replacement);
  return { bytes: Buffer.from(bytes), format: conversion.format, isPlaceholder: true };
}

/**
 * Creates a converter for clients that accept AVIF. A picture is sent as WebP until its AVIF has been made in the
 * background, and remains WebP if that would be smaller: an empty file in place of the AVIF says so.
 */
function createAvifConverter({ filesDir, cacheDir }: ImageDirectories, convert: ImageConverter): ImageConverter {
  const pending = new Set<string>();

  const makeAvif = async (image: StoredImage, path: string, width: number | null, webpLength: number) => {
    const source = { original: toStoredFilePath(filesDir, image.hash), isSvg: image.type === 'image/svg+xml' };
    const input = { ...source, conversion: { width, format: 'avif' as const } };
    const bytes = await runImageTask(image.siteId, 'convertImage', input, { isBackground: true }).catch((error) => {
      // A picture whose turn does not come is queued again by the next request.
      if (error instanceof QueueFullError) throw error;
      return Buffer.alloc(0);
    });
    await writeFileAtomically(path, bytes.length < webpLength ? bytes : Buffer.alloc(0));
  };

  return async (image, { width }, log) => {
    const path = toCachedImagePath(cacheDir, image, { width, format: 'avif' });
    const avif = await readIfPresent(path);
    if (avif && avif.length > 0) return { bytes: avif, format: 'avif', isPlaceholder: false };
    const webp = await convert(image, { width, format: 'webp' }, log);
    if (!webp || webp.isPlaceholder || avif) return webp;
    if (!pending.has(path)) {
      pending.add(path);
      makeAvif(image, path, width, webp.bytes.length)
        .catch((err: unknown) => {
          if (err instanceof QueueFullError) return;
          log.warn({ code: 'image_cache_write_failed', site: image.siteId, err }, 'image cache write failed');
        })
        .finally(() => pending.delete(path));
    }
    return { ...webp, isProvisional: true };
  };
}

/** ENOTDIR means that a parent of the path is a file, so the file does not exist. */
const notFoundCodes = new Set<string | undefined>(['ENOENT', 'ENOTDIR']);

const isPresent = (path: string): Promise<boolean> =>
  unlessNotFound(
    access(path).then(() => true),
    false,
  );
const readIfPresent = (path: string): Promise<Buffer | null> => unlessNotFound(readFile(path), null);

async function unlessNotFound<T, Absent>(found: Promise<T>, absent: Absent): Promise<T | Absent> {
  try {
    return await found;
  } catch (error) {
    if (notFoundCodes.has((error as NodeJS.ErrnoException).code)) return absent;
    throw error;
  }
}

interface ImageRouteDependencies extends ImageDirectories {
  db: Db;
}

const widths = imageWidths.map(String) as [string, ...string[]];

const Params = z.object({ id: IdParam });
const Query = z.strictObject({
  w: z.enum(widths).transform(Number).optional(),
  format: z.enum(imageFormats).optional(),
  v: z.string().max(64).optional(),
});

/** Returns the format for a request that names none: the image's own format, or PNG for an SVG. */
const defaultFormat = (type: string): ImageFormat => imageFormats.find((format) => type === `image/${format}`) ?? 'png';

const cacheTtlMs = 10_000;

/**
 * Finds the row of an image through a short-lived cache, because a page requests dozens of images at once. If the URL
 * names another version than the cached row, the row is read again; otherwise the replaced image would be served, and
 * cached by browsers for minutes, under the new version. Missing images are not cached.
 */
function createStoredImageLookup(db: Db) {
  const cache = new LRUCache<string, StoredImage>({ max: 20_000, ttl: cacheTtlMs });
  return async (siteId: number, id: number, version: string | undefined): Promise<StoredImage | null> => {
    const key = `${siteId}/${id}`;
    const cached = cache.get(key);
    if (cached && (version === undefined || version === toUrlVersion(cached.hash))) return cached;
    const image = await withSiteTransaction(db, siteId, (tx) => readImage(tx, id));
    if (image) cache.set(key, image);
    return image;
  };
}

/**
 * Registers `GET /image/{id}?w=640&format=webp&v=3fa94c1e`, which sends an image in one of the supported widths and
 * formats. With a width and no format, the best format that the client accepts is sent. SVGs are enlarged to the
 * requested width, other images never. Other widths, formats and parameters get a 400. An image that cannot be
 * converted is replaced by a placeholder.
 */
export function imageRoute(app: FastifyInstance, { db, ...directories }: ImageRouteDependencies): void {
  const convert = createImageConverter(directories);
  const convertToAvif = createAvifConverter(directories, convert);
  const find = createStoredImageLookup(db);

  app.get('/image/:id', async (request, reply) => {
    const { lang } = getCaller(request);
    const params = Params.safeParse(request.params);
    if (!params.success) return sendValidationError(reply, params.error.issues, request.params, lang);
    const query = Query.safeParse(request.query);
    if (!query.success) return sendValidationError(reply, query.error.issues, request.query, lang);
    const image = await find(getRequestSite(request).id, params.data.id, query.data.v);
    if (!image) return sendFailure(reply, 404, translate(lang, 'image.not_found'));

    const { w: width = null, v } = query.data;
    const isNegotiated = width !== null && query.data.format === undefined;
    const format = isNegotiated
      ? (findAcceptedFormat(request.headers.accept) ?? defaultFormat(image.type))
      : (query.data.format ?? defaultFormat(image.type));
    if (isNegotiated) reply.header('vary', 'accept');
    // A request without a version gets the headers of the current version, so clients cache the image for a year. The
    // API builds no such URLs.
    const version = v ?? toUrlVersion(image.hash);
    const toETag = (sent: StoredImageFormat) => `"${image.hash.slice(0, 20)}-${width ?? 'full'}-${sent}"`;
    const setHeaders = (sent: StoredImageFormat, isProvisional = false) =>
      setMediaHeaders(
        reply,
        { type: `image/${sent}`, hash: image.hash, etag: toETag(sent) },
        isProvisional ? undefined : version,
      );
    if (matchesIfNoneMatch(request.headers['if-none-match'], toETag(format))) {
      setHeaders(format);
      return reply.code(304).send();
    }
    const result =
      format === 'avif'
        ? await convertToAvif(image, { width, format }, request.log)
        : await convert(image, { width, format }, request.log);
    if (!result) return sendFailure(reply, 404, translate(lang, 'image.not_found'));
    setHeaders(result.format, result.isProvisional);
    if (result.isPlaceholder) reply.header('cache-control', 'no-store').removeHeader('etag');
    return reply.send(result.bytes);
  });
}
