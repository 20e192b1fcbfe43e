import { z } from 'zod';
import { Id } from '../input-fields.ts';
import { Localized } from '../localized.ts';
import { ContentInput } from './content-input.ts';

/** The largest number of pictures and videos in one album. */
export const maxAlbumMedia = 1_000;

export const AlbumMediumFields = z.strictObject({
  /** The id of the picture, or of the poster of the video. */
  image: Id.nullable().default(null),
  /** The id of a video file; null for a picture. */
  video: Id.nullable().default(null),
  /** The caption in plain text. */
  caption: Localized.default(''),
});

/** Checks that a medium of an album has a picture or a video. */
export const hasPictureOrVideo = ({ image, video }: { image: unknown; video: unknown }): boolean =>
  image !== null || video !== null;

const AlbumMediumInput = AlbumMediumFields.refine(hasPictureOrVideo, { error: 'needs a picture or a video' });

export const AlbumInput = ContentInput.omit({ images: true }).extend({
  media: z.array(AlbumMediumInput).max(maxAlbumMedia),
});
export type AlbumInput = z.infer<typeof AlbumInput>;
