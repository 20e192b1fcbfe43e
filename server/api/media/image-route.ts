import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { sendFailure } from '#server/api/contract/envelopes.ts';
import { sendValidationError } from '#server/api/contract/malformed.ts';
import { translate } from '#server/api/contract/server-texts.ts';
import type { Db } from '#server/api/database/connect.ts';
import { callerOf, siteOf } from '#server/api/tenancy/current-site.ts';
import { IdParam } from '#shared/endpoint.ts';
import { type ImageFormat, imageFormats, imageWidths } from '#shared/media/image.ts';
import { createImageLookup } from './image-lookup.ts';
import { createImageConverter } from './image-results.ts';
import { contentVersion } from './media.ts';
import { matchesEtag, setMediaHeaders } from './media-headers.ts';

export interface ImageRouteDependencies {
  db: Db;
  filesDir: string;
  /** For pictures in the sizes that were asked for. */
  cacheDir: string;
}

const widths = imageWidths.map(String) as [string, ...string[]];

const Params = z.object({ id: IdParam });
const Query = z.strictObject({
  w: z.enum(widths).transform(Number).optional(),
  format: z.enum(imageFormats).optional(),
  v: z.string().max(64).optional(),
});

/** What a picture is answered in when nobody says: its own format, a drawing as PNG. */
const defaultFormat = (type: string): ImageFormat => imageFormats.find((format) => type === `image/${format}`) ?? 'png';

/**
 * `GET /image/{id}?w=640&format=webp&v=3fa94c1e`: a picture in one of the known widths (at most its own) and formats.
 * Another width, format or parameter is a 400 that says what there is; a picture that is damaged is a plain surface.
 */
export function imageRoute(app: FastifyInstance, { db, filesDir, cacheDir }: ImageRouteDependencies): void {
  const results = createImageConverter(filesDir, cacheDir);
  const find = createImageLookup(db);

  app.get('/image/:id', async (request, reply) => {
    const { lang } = callerOf(request);
    const params = Params.safeParse(request.params);
    if (!params.success) return sendValidationError(reply, params.error.issues, request.params, lang);
    const query = Query.safeParse(request.query);
    if (!query.success) return sendValidationError(reply, query.error.issues, request.query, lang);
    const image = await find(siteOf(request).id, params.data.id, query.data.v);
    if (!image) return sendFailure(reply, 404, translate(lang, 'image.not_found'));

    const { w: width = null, format = defaultFormat(image.type), v } = query.data;
    const etag = `"${image.hash.slice(0, 20)}-${width ?? 'full'}-${format}"`;
    // Whoever names no version asks for the picture of today and may keep it; pages always name one.
    const version = v ?? contentVersion(image.hash);
    const setHeaders = () => setMediaHeaders(reply, { type: `image/${format}`, hash: image.hash, etag }, version);
    if (matchesEtag(request.headers['if-none-match'], etag)) {
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
