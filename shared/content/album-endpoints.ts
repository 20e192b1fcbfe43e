import { z } from 'zod';
import { contentTypePages } from '../content-type-pages.ts';
import { defineContract, IdParam } from '../endpoint.ts';
import { createListQuerySchema } from '../list-query.ts';
import { Image } from '../media/image.ts';
import { ContentDetail, ContentItem } from './content-endpoints.ts';

const AlbumVideo = z.object({
  url: z.string(),
  /** Media type, such as `video/mp4`. */
  type: z.string(),
  bytes: z.int(),
  /** False for videos in formats that browsers do not play. Pages offer such videos for download. */
  isPlayable: z.boolean(),
});
export type AlbumVideo = z.infer<typeof AlbumVideo>;

const AlbumMedium = z.object({
  /** The caption in plain text. */
  caption: z.string(),
  /** The picture, or the poster of the video; null for a video without one. */
  image: Image.nullable(),
  /** The video; null for a picture. */
  video: AlbumVideo.nullable(),
});
export type AlbumMedium = z.infer<typeof AlbumMedium>;

/** `total` is the number of pictures and videos in the album. */
const Album = ContentItem.extend({ total: z.int() });
const AlbumDetail = ContentDetail.extend({ total: z.int(), media: z.array(AlbumMedium) });

export const albumEndpoints = defineContract({
  'GET /album': {
    summary: 'Albums, newest first',
    query: createListQuerySchema({
      fields: { promoted: 'boolean', title: 'text', search: 'text', publishedAt: 'date' },
      orders: ['publishedAt', 'title'],
      nbItem: contentTypePages.albums.pageSize,
    }),
    data: z.object({ albums: z.array(Album), total: z.int() }),
  },
  'GET /album/{id}': {
    summary: 'One album with a page of its pictures and videos in their order',
    params: z.object({ id: IdParam }),
    query: createListQuerySchema({ fields: {}, orders: ['position'], nbItem: contentTypePages.albums.pageSize }),
    data: z.object({ album: AlbumDetail }),
    refusals: { not_found: 404 },
  },
});
