import { and, asc, count, eq, inArray, isNotNull } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import {
  type ContractHandler,
  type ContractRouteDependencies,
  createContractRouter,
  type PickLocalizedText,
  registerEndpoint,
} from '#server/api/contract/contract-route.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { buildFileUrl, readImagesById } from '#server/api/media/media.ts';
import { files } from '#server/api/media/media-tables.ts';
import { type AlbumMedium, albumEndpoints } from '#shared/content/album-endpoints.ts';
import { standardContentEndpointsByType } from '#shared/content/content-endpoints.ts';
import {
  type StandardContentTypeName,
  standardContentTypeNames,
  standardContentTypes,
} from '#shared/content/standard-content-types.ts';
import type { ListQuery } from '#shared/list-query.ts';
import { isPlayableVideoFileName } from '#shared/media/is-playable-video-file-name.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { blogRoutes } from './blog-routes.ts';
import {
  readPublishedContent,
  readPublishedContentItem,
  toContentDetail,
  toContentItems,
} from './content-repository.ts';
import { albumMedia, tablesByArticleType } from './content-tables.ts';

async function countAlbumMedia(tx: SiteTx, albums: readonly number[]): Promise<Map<number, number>> {
  if (albums.length === 0) return new Map();
  const rows = await tx
    .select({ album: albumMedia.albumId, media: count() })
    .from(albumMedia)
    .where(inArray(albumMedia.albumId, [...albums]))
    .groupBy(albumMedia.albumId);
  return new Map(rows.map(({ album, media }) => [album, media]));
}

/** Returns the id of the first picture, or poster of a video, of each of the albums that contain one. */
async function readFirstPictureIds(tx: SiteTx, albums: readonly number[]): Promise<Map<number, number>> {
  if (albums.length === 0) return new Map();
  const rows = await tx
    .selectDistinctOn([albumMedia.albumId], { album: albumMedia.albumId, imageId: albumMedia.imageId })
    .from(albumMedia)
    .where(and(inArray(albumMedia.albumId, [...albums]), isNotNull(albumMedia.imageId)))
    .orderBy(asc(albumMedia.albumId), asc(albumMedia.position));
  return new Map(rows.flatMap(({ album, imageId }) => (imageId === null ? [] : [[album, imageId] as const])));
}

const readAlbumMediaPage = (tx: SiteTx, album: number, { page, nbItem }: ListQuery) =>
  tx
    .select({
      caption: albumMedia.caption,
      imageId: albumMedia.imageId,
      video: { id: files.id, name: files.name, hash: files.hash, type: files.type, bytes: files.bytes },
    })
    .from(albumMedia)
    .leftJoin(files, eq(files.id, albumMedia.fileId))
    .where(eq(albumMedia.albumId, album))
    .orderBy(asc(albumMedia.position))
    .limit(nbItem)
    .offset((page - 1) * nbItem);

function albumRoutes(app: FastifyInstance, dependencies: ContractRouteDependencies): void {
  const route = createContractRouter(app, 'albums', albumEndpoints, dependencies);
  const tables = tablesByArticleType.albums;

  route('GET /album', ({ query, lang, site, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const context = { lang, siteLang: site.defaultLang, now: new Date() };
      const { rows, total } = await readPublishedContent(tx, tables, query, context);
      const items = await toContentItems(tx, await addMissingCovers(tx, rows), pickLanguage);
      const counts = await countAlbumMedia(
        tx,
        rows.map(({ id }) => id),
      );
      return { albums: items.map((item) => ({ ...item, total: counts.get(item.id) ?? 0 })), total };
    }),
  );
  route('GET /album/{id}', ({ params: { id }, query, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const found = await readPublishedContentItem(tx, tables, id, new Date());
      if (!found) return refuse('not_found');
      const detail = await toContentDetail(tx, found, pickLanguage);
      const total = (await countAlbumMedia(tx, [id])).get(id) ?? 0;
      return ok({ album: { ...detail, total, media: await readMedia(tx, id, query, pickLanguage) } });
    }),
  );
}

/** Returns the rows of albums, in which the first picture of an album replaces a missing image. */
async function addMissingCovers<Row extends { id: number; imageId: number | null }>(
  tx: SiteTx,
  rows: readonly Row[],
): Promise<Row[]> {
  const withoutCover = rows.filter(({ imageId }) => imageId === null).map(({ id }) => id);
  const pictures = await readFirstPictureIds(tx, withoutCover);
  return rows.map((row) => ({ ...row, imageId: row.imageId ?? pictures.get(row.id) ?? null }));
}

async function readMedia(
  tx: SiteTx,
  album: number,
  query: ListQuery,
  pickLanguage: PickLocalizedText,
): Promise<AlbumMedium[]> {
  const rows = await readAlbumMediaPage(tx, album, query);
  const images = await readImagesById(
    tx,
    rows.map(({ imageId }) => imageId),
    pickLanguage,
  );
  return rows.map(({ caption, imageId, video }) => ({
    caption: pickLanguage(caption),
    image: imageId === null ? null : (images.get(imageId) ?? null),
    video: video && {
      url: buildFileUrl(video),
      type: video.type,
      bytes: video.bytes,
      isPlayable: isPlayableVideoFileName(video.name),
    },
  }));
}

export function contentRoutes(app: FastifyInstance, dependencies: ContractRouteDependencies): void {
  for (const name of standardContentTypeNames) articleRoutes(app, name, dependencies);
  blogRoutes(app, dependencies);
  albumRoutes(app, dependencies);
}

type Endpoints = (typeof standardContentEndpointsByType)[StandardContentTypeName];

/** Registers the routes of the calls that `standardContentEndpointsByType` declares for a content type. */
function articleRoutes(app: FastifyInstance, name: StandardContentTypeName, dependencies: ContractRouteDependencies) {
  const { path, key } = standardContentTypes[name];
  const { list, detail } = standardContentEndpointsByType[name];
  const tables = tablesByArticleType[name];
  const readList: ContractHandler<Endpoints['list']> = ({ query, lang, site, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const context = { lang, siteLang: site.defaultLang, now: new Date() };
      const { rows, total } = await readPublishedContent(tx, tables, query, context);
      return { [key]: await toContentItems(tx, rows, pickLanguage), total };
    });
  const readDetail: ContractHandler<Endpoints['detail']> = ({ params, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const found = await readPublishedContentItem(tx, tables, params.id, new Date());
      return found ? ok({ [key]: await toContentDetail(tx, found, pickLanguage) }) : refuse('not_found');
    });
  const domain = 'content';
  registerEndpoint(app, { domain, name: `GET ${path}`, endpoint: list, handler: readList }, dependencies);
  registerEndpoint(app, { domain, name: `GET ${path}/{id}`, endpoint: detail, handler: readDetail }, dependencies);
}
