import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import sharp from 'sharp';
import { createLimiter, singleFlight } from '#server/http/limiter.ts';
import { type Conversion, convertImage, placeholderImage } from './convert-image.ts';
import { storedPath, writeFileAtomically } from './file-store.ts';
import type { StoredImage } from './media-repository.ts';

export interface ImageResult {
  bytes: Buffer;
  /** Not the picture but what stands in for it; another try may succeed. */
  isPlaceholder: boolean;
}

/** Bytes of a picture in one width and format; null where its original is not there. */
export type ImageConverter = (
  image: StoredImage,
  conversion: Conversion,
  log: FastifyBaseLogger,
) => Promise<ImageResult | null>;

/** Maximum number of conversions that wait. Beyond it the answer is a 503. */
const maxQueue = 200;

/**
 * Pictures in the sizes that were asked for, kept under `cacheDir/<site>/`; that folder may vanish at any time. However
 * many ask for the same, it is converted once, and only as many at a time as leave a processor for everything else.
 */
export function createImageConverter(filesDir: string, cacheDir: string): ImageConverter {
  sharp.concurrency(1);
  const limit = createLimiter({ concurrency: Math.max(1, availableParallelism() - 1), maxQueue });
  const once = singleFlight<ImageResult | null>();
  return async (image, conversion, log) => {
    const { width, format } = conversion;
    const kept = join(cacheDir, String(image.siteId), `${image.hash}-${width ?? 'full'}.${format}`);
    const bytes = await readIfThere(kept);
    if (bytes) return { bytes, isPlaceholder: false };
    return once(kept, () => limit(() => convertAndCache(image, conversion, { filesDir, kept, log })));
  };
}

interface ConversionContext {
  filesDir: string;
  kept: string;
  log: FastifyBaseLogger;
}

async function convertAndCache(image: StoredImage, conversion: Conversion, { filesDir, kept, log }: ConversionContext) {
  const about = { site: image.siteId, image: image.id, path: image.path, hash: image.hash };
  const original = await readIfThere(storedPath(filesDir, image.hash));
  if (!original) {
    log.error(about, 'the original of a picture is missing');
    return null;
  }
  try {
    const bytes = await convertImage(original, image.type === 'image/svg+xml', conversion);
    // Without room on the disk the picture is still shown; it is only made again next time.
    await writeFileAtomically(kept, bytes).catch((err: unknown) =>
      log.warn({ ...about, err }, 'a picture could not be kept'),
    );
    return { bytes, isPlaceholder: false };
  } catch (err) {
    log.error({ ...about, err }, 'a picture is damaged: a plain surface is shown in its place');
    return { bytes: await placeholderImage(image, conversion), isPlaceholder: true };
  }
}

/** The second: a part of the path is a file. */
const notThere = new Set<string | undefined>(['ENOENT', 'ENOTDIR']);

async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (notThere.has((error as NodeJS.ErrnoException).code)) return null;
    throw error;
  }
}
