import { LRUCache } from 'lru-cache';
import type { Db } from '#server/api/database/connect.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { toUrlVersion } from './media.ts';
import { readImage, type StoredImage } from './media-repository.ts';

const cacheTtlMs = 10_000;

/**
 * Finds the row of an image through a short-lived cache, because a page requests dozens of images at once. If the URL
 * names another version than the cached row, the row is read again; otherwise the replaced image would be served, and
 * cached by browsers for minutes, under the new version. Missing images are not cached.
 */
export function createStoredImageLookup(db: Db) {
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
