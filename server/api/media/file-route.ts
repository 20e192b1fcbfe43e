import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { and, eq, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { sendValidationError } from '#server/api/contract/contract-route.ts';
import { sendFailure } from '#server/api/contract/send-failure.ts';
import { translate } from '#server/api/contract/server-texts.ts';
import type { Db } from '#server/api/database/connect.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { getCaller, getRequestSite } from '#server/api/tenancy/current-site.ts';
import { IdParam } from '#shared/endpoint.ts';
import { isPlayableVideoFileName } from '#shared/media/is-playable-video-file-name.ts';
import { toStoredFilePath } from './file-store.ts';
import { matchesIfNoneMatch, setMediaHeaders } from './media-headers.ts';
import { files, images } from './media-tables.ts';

interface StoredFile {
  hash: string;
  type: string;
}

/** Finds a font, video or PDF in `files`, or an SVG in `images`, by its id and file name. */
async function findFileOrSvg(tx: SiteTx, id: number, name: string): Promise<StoredFile | null> {
  const [file] = await tx
    .select({ hash: files.hash, type: files.type })
    .from(files)
    .where(and(eq(files.id, id), eq(files.name, name)));
  if (file) return file;
  const [svg] = await tx
    .select({ hash: images.hash, type: images.type })
    .from(images)
    .where(
      and(
        eq(images.id, id),
        eq(images.type, 'image/svg+xml'),
        sql`regexp_replace(${images.path}, '^.*/', '') = ${name}`,
      ),
    );
  return svg ?? null;
}

const Params = z.object({
  id: IdParam,
  name: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[^/\\\0]+$/),
});
const Query = z.object({ v: z.string().max(64).optional() });

/** Registers `GET /file/{id}/{name}`: a font, an SVG, a video or a PDF, unchanged. It supports byte ranges. */
export function fileRoute(app: FastifyInstance, { db, filesDir }: { db: Db; filesDir: string }): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const notFound = () => sendFailure(reply, 404, translate(getCaller(request).lang, 'file.not_found'));
    const params = Params.safeParse(request.params);
    if (!params.success)
      return sendValidationError(reply, params.error.issues, request.params, getCaller(request).lang);
    const file = await withSiteTransaction(db, getRequestSite(request).id, (tx) =>
      findFileOrSvg(tx, params.data.id, params.data.name),
    );
    if (!file) return notFound();
    const path = toStoredFilePath(filesDir, file.hash);
    const size = await stat(path).then(
      (found) => found.size,
      () => null,
    );
    if (size === null) {
      request.log.error(
        { code: 'stored_file_missing', site: getRequestSite(request).id, file: params.data.id, hash: file.hash },
        'stored file missing',
      );
      return notFound();
    }
    const version = Query.safeParse(request.query).data?.v;
    const etag = `"${file.hash.slice(0, 20)}"`;
    setMediaHeaders(reply, { ...file, etag }, version);
    if (isDownload(file.type, params.data.name)) reply.header('content-disposition', 'attachment');
    if (matchesIfNoneMatch(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return sendBytes(request, reply, path, size, etag);
  };
  // GET and HEAD share this handler, because Fastify's default handler for HEAD would read the whole file and discard
  // it.
  app.route({ method: ['GET', 'HEAD'], url: '/file/:id/:name', exposeHeadRoute: false, handler });
}

/** A PDF may contain scripts and forms, so it is never displayed as a document of the site's origin. */
const isDownload = (type: string, name: string): boolean =>
  type === 'application/pdf' || (type.startsWith('video/') && !isPlayableVideoFileName(name));

/** The first and last byte of a range request, both inclusive. */
interface ByteRange {
  first: number;
  last: number;
}

/**
 * @returns Null if the whole file must be sent: the header is absent or malformed, lists several ranges or uses another
 * unit, all of which RFC 9110 lets a server ignore. `unsatisfiable` if the range contains no byte of the file.
 */
function parseByteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!match) return null;
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return null;
  if (from === '') {
    const count = Math.min(Number(to), size);
    return count === 0 ? 'unsatisfiable' : { first: size - count, last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return null;
  return first >= size ? 'unsatisfiable' : { first, last };
}

function sendBytes(request: FastifyRequest, reply: FastifyReply, path: string, size: number, etag: string) {
  reply.header('accept-ranges', 'bytes');
  const condition = request.headers['if-range'];
  const range = condition === undefined || condition === etag ? parseByteRange(request.headers.range, size) : null;
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send();
  if (range === null) {
    reply.header('content-length', size);
    return request.method === 'HEAD' ? reply.send() : reply.send(createReadStream(path));
  }
  const { first, last } = range;
  reply
    .code(206)
    .header('content-range', `bytes ${first}-${last}/${size}`)
    .header('content-length', last - first + 1);
  return request.method === 'HEAD' ? reply.send() : reply.send(createReadStream(path, { start: first, end: last }));
}
