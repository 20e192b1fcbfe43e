import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import sharp from 'sharp';
import { createConcurrencyLimiter, createSingleFlight } from '#server/http/limiter.ts';
import { convertImage, createReplacementForDamagedImage, type ImageConversion } from './convert-image.ts';
import { toStoredFilePath, writeFileAtomically } from './file-store.ts';
import { toCachedImagePath } from './image-cache.ts';
import type { StoredImage } from './media-repository.ts';

export interface ConvertedImage {
  bytes: Buffer;
  /**
   * True if the conversion failed and the bytes are a placeholder. They are not cached, because a later conversion may
   * succeed.
   */
  isPlaceholder: boolean;
}

/** Converts an image to a width and a format. Resolves to null if the original file is missing. */
export type ImageConverter = (
  image: StoredImage,
  conversion: ImageConversion,
  log: FastifyBaseLogger,
) => Promise<ConvertedImage | null>;

/** Maximum number of conversions that wait. Further requests get a 503. */
const maxQueue = 200;

/**
 * Creates a converter that caches its results in `cacheDir/<site>/`, which may be deleted at any time. Concurrent
 * requests for the same result share one conversion. If there are several processor cores, one of them is left free.
 */
export function createImageConverter(filesDir: string, cacheDir: string): ImageConverter {
  sharp.concurrency(1);
  const limit = createConcurrencyLimiter({ concurrency: Math.max(1, availableParallelism() - 1), maxQueue });
  const once = createSingleFlight<ConvertedImage | null>();
  return async (image, conversion, log) => {
    const cachePath = toCachedImagePath(cacheDir, image, conversion);
    const bytes = await readIfPresent(cachePath);
    if (bytes) return { bytes, isPlaceholder: false };
    return once(cachePath, () => limit(() => convertAndCache(image, conversion, { filesDir, cachePath, log })));
  };
}

interface ConversionContext {
  filesDir: string;
  cachePath: string;
  log: FastifyBaseLogger;
}

async function convertAndCache(
  image: StoredImage,
  conversion: ImageConversion,
  { filesDir, cachePath, log }: ConversionContext,
) {
  const logFields = { site: image.siteId, image: image.id, path: image.path, hash: image.hash };
  const original = await readIfPresent(toStoredFilePath(filesDir, image.hash));
  if (!original) {
    log.error({ code: 'image_original_missing', ...logFields }, 'image original missing');
    return null;
  }
  try {
    const bytes = await convertImage(original, image.type === 'image/svg+xml', conversion);
    // If the write fails, for example because the disk is full, the image is sent without being cached.
    await writeFileAtomically(cachePath, bytes).catch((err: unknown) =>
      log.warn({ code: 'image_cache_write_failed', ...logFields, err }, 'image cache write failed'),
    );
    return { bytes, isPlaceholder: false };
  } catch (err) {
    log.error({ code: 'image_conversion_failed', ...logFields, err }, 'image conversion failed, placeholder served');
    return { bytes: await createReplacementForDamagedImage(image, conversion), isPlaceholder: true };
  }
}

/** ENOTDIR means that a parent of the path is a file, so the file does not exist. */
const notFoundCodes = new Set<string | undefined>(['ENOENT', 'ENOTDIR']);

async function readIfPresent(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (notFoundCodes.has((error as NodeJS.ErrnoException).code)) return null;
    throw error;
  }
}
