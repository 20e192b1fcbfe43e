import { access, readFile } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { createSingleFlight, QueueFullError } from '#server/http/limiter.ts';
import type { ImageConversion } from './convert-image.ts';
import { toStoredFilePath, writeFileAtomically } from './file-store.ts';
import { toCachedImagePath } from './image-cache.ts';
import { runImageTask } from './image-processes.ts';
import type { StoredImage } from './media-repository.ts';

interface ConvertedImage {
  bytes: Buffer;
  /**
   * True if the conversion failed and the bytes are a placeholder. They are not cached, because a later conversion may
   * succeed.
   */
  isPlaceholder: boolean;
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

/**
 * Creates a converter that caches its results in `cacheDir/<site>/`, which may be deleted at any time. Concurrent
 * requests for the same result share one conversion.
 */
export function createImageConverter(filesDir: string, cacheDir: string): ImageConverter {
  const once = createSingleFlight<ConvertedImage | null>();
  /** The smallest width in which an image could not be converted, by site and hash. */
  const failures = new LRUCache<string, number>({ max: maxFailures, ttl: failureTtlMs });
  return async (image, conversion, log) => {
    const cachePath = toCachedImagePath(cacheDir, image, conversion);
    const bytes = await readIfPresent(cachePath);
    if (bytes) return { bytes, isPlaceholder: false };
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
      return { bytes, isPlaceholder: false };
    } catch (err) {
      if (err instanceof QueueFullError) throw err;
      failures.set(failureKey, width);
      log.error({ code: 'image_conversion_failed', ...logFields, err }, 'image conversion failed, placeholder served');
    }
  }
  const { height, tint } = image;
  const replacement = { width: image.width, height, tint, conversion };
  const bytes = await runImageTask(siteId, 'createReplacementForDamagedImage', replacement);
  return { bytes: Buffer.from(bytes), isPlaceholder: true };
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
