import { z } from 'zod';
import { defineContract, IdParam } from '#shared/endpoint.ts';
import { svgLosses } from './svg-losses.ts';

/** An uploaded image or file. Its description is read and saved as an item of the resource `image` or `file`. */
const UploadedMedia = z.object({
  key: z.int(),
  revision: z.int(),
  name: z.string(),
  /** False if the site had the same file already. */
  isNew: z.boolean(),
  /** The kinds of content that an SVG has lost; empty for all other files. */
  losses: z.array(z.enum(svgLosses)),
});
export type UploadedMedia = z.infer<typeof UploadedMedia>;

const MediaUses = z.object({
  /**
   * The items that use the file, at most 100. The key is empty for an item that a site has only once, such as its
   * theme.
   */
  uses: z.array(z.object({ resource: z.string(), key: z.string() })),
});

const refusals = { file_missing: 400, too_large: 413, storage_full: 422, too_many: 429 } as const;

export const uploadContract = defineContract({
  'POST /admin/image': {
    summary: 'Stores a picture: JPEG, PNG, WebP or SVG, as its content says. The same picture again changes nothing',
    access: 'staff',
    isUpload: true,
    data: UploadedMedia,
    refusals: {
      ...refusals,
      unsupported_image: 415,
      unsupported_heic: 415,
      unreadable_image: 422,
      expensive_image: 422,
    },
  },
  'POST /admin/file': {
    summary:
      'Stores a font (WOFF2, TrueType or OpenType; stored as WOFF2), a video or a PDF. The same file again changes nothing',
    access: 'staff',
    isUpload: true,
    data: UploadedMedia,
    refusals: { ...refusals, unsupported_file: 415, unreadable_font: 422 },
  },
  'GET /admin/image/{key}/use': {
    summary: 'The items that use an image',
    access: 'staff',
    params: z.object({ key: IdParam }),
    data: MediaUses,
    refusals: { not_found: 404 },
  },
  'GET /admin/file/{key}/use': {
    summary: 'The items that use a font, video or PDF',
    access: 'staff',
    params: z.object({ key: IdParam }),
    data: MediaUses,
    refusals: { not_found: 404 },
  },
});
