import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { sendValidationError } from '#server/api/contract/contract-route.ts';
import { sendFailure } from '#server/api/contract/send-failure.ts';
import { translate } from '#server/api/contract/server-texts.ts';
import type { Db } from '#server/api/database/connect.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { getCaller, getRequestSite } from '#server/api/tenancy/current-site.ts';
import { IdParam } from '#shared/endpoint.ts';
import { type ImageFormat, imageFormats, imageWidths } from '#shared/media/image.ts';
import { createImageConverter } from './image-converter.ts';
import { toUrlVersion } from './media.ts';
import { matchesIfNoneMatch, setMediaHeaders } from './media-headers.ts';
import { readImage, type StoredImage } from './media-repository.ts';

interface ImageRouteDependencies {
  db: Db;
  filesDir: string;
  cacheDir: string;
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
 * formats. SVGs are enlarged to the requested width, other images never. Other widths, formats and parameters get a
 * 400. An image that cannot be converted is replaced by a placeholder.
 */
export function imageRoute(app: FastifyInstance, { db, filesDir, cacheDir }: ImageRouteDependencies): void {
  const results = createImageConverter(filesDir, cacheDir);
  const find = createStoredImageLookup(db);

  app.get('/image/:id', async (request, reply) => {
    const { lang } = getCaller(request);
    const params = Params.safeParse(request.params);
    if (!params.success) return sendValidationError(reply, params.error.issues, request.params, lang);
    const query = Query.safeParse(request.query);
    if (!query.success) return sendValidationError(reply, query.error.issues, request.query, lang);
    const image = await find(getRequestSite(request).id, params.data.id, query.data.v);
    if (!image) return sendFailure(reply, 404, translate(lang, 'image.not_found'));

    const { w: width = null, format = defaultFormat(image.type), v } = query.data;
    const etag = `"${image.hash.slice(0, 20)}-${width ?? 'full'}-${format}"`;
    // A request without a version gets the headers of the current version, so clients cache the image for a year. The
    // API builds no such URLs.
    const version = v ?? toUrlVersion(image.hash);
    const setHeaders = () => setMediaHeaders(reply, { type: `image/${format}`, hash: image.hash, etag }, version);
    if (matchesIfNoneMatch(request.headers['if-none-match'], etag)) {
      setHeaders();
      return reply.code(304).send();
    }
    const result = await results(image, { width, format }, request.log);
    if (!result) return sendFailure(reply, 404, translate(lang, 'image.not_found'));
    setHeaders();
    if (result.isPlaceholder) reply.header('cache-control', 'no-store').removeHeader('etag');
    return reply.send(result.bytes);
  });
}
