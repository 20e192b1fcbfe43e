import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { imageFormats, imageWidths } from '#shared/media/image.ts';
import type { ImageConversion, StoredImageFormat } from './convert-image.ts';
import type { StoredImage } from './media.ts';

const storedFormats: readonly StoredImageFormat[] = [...imageFormats, 'avif'];

type CachedImage = Pick<StoredImage, 'siteId' | 'hash'>;

/** Returns the folder of the converted images of all sites, which may be deleted at any time. */
export const toImageCacheDir = (dataDir: string): string => join(dataDir, 'cache/images');

export const toCachedImagePath = (
  cacheDir: string,
  { siteId, hash }: CachedImage,
  { width, format }: ImageConversion,
): string => join(cacheDir, String(siteId), `${hash}-${width ?? 'full'}.${format}`);

export async function deleteCachedConversionsOfImage(cacheDir: string, image: CachedImage): Promise<void> {
  for (const width of [null, ...imageWidths])
    for (const format of storedFormats)
      await rm(toCachedImagePath(cacheDir, image, { width, format }), { force: true });
}

export const deleteImageCacheOfSite = (cacheDir: string, siteId: number): Promise<void> =>
  rm(join(cacheDir, String(siteId)), { recursive: true, force: true });
