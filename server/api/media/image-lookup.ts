import { LRUCache } from 'lru-cache';
import type { Db } from '#server/api/database/connect.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { contentVersion } from './media.ts';
import { readImage, type StoredImage } from './media-repository.ts';

/** How long a picture's row may be believed, in milliseconds: a page asks for dozens at once. */
const cacheTtlMs = 10_000;

/**
 * Finds pictures of a site, held for a short while. An address with another version than the held one is looked up
 * again, so that no picture is ever kept for ever under the version of its successor. That there is none is not held.
 */
export function createImageLookup(db: Db) {
  const held = new LRUCache<string, StoredImage>({ max: 20_000, ttl: cacheTtlMs });
  return async (siteId: number, id: number, version: string | undefined): Promise<StoredImage | null> => {
    const key = `${siteId}/${id}`;
    const known = held.get(key);
    if (known && (version === undefined || version === contentVersion(known.hash))) return known;
    const image = await withSiteTransaction(db, siteId, (tx) => readImage(tx, id));
    if (image) held.set(key, image);
    return image;
  };
}
