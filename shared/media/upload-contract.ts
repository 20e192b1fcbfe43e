import { z } from 'zod';
import { defineContract, IdParam } from '#shared/endpoint.ts';

/** Kinds of content that an SVG can lose when it is sanitised, so that it may look different. The uploader sees them. */
export const svgLosses = ['pictures', 'scripts', 'styles', 'effects', 'foreign_text', 'fonts'] as const;

const maxUrlLength = 2_000;

export const svgFromUrlContract = defineContract({
  'POST /image/load-svg': {
    summary: 'Loads an SVG from a public URL, and returns it without scripts and external references',
    access: 'staff',
    body: z.strictObject({ url: z.string().trim().min(1).max(maxUrlLength) }),
    data: z.object({
      /** The sanitised SVG, from `<svg` to `</svg>`. */
      svg: z.string(),
      /** The kinds of content that were removed and may change its look. */
      losses: z.array(z.enum(svgLosses)),
    }),
    refusals: {
      url_not_public: 422,
      url_unreachable: 422,
      url_too_large: 413,
      url_wrong_type: 415,
      unreadable_svg: 422,
      expensive_svg: 422,
      too_many: 429,
    },
  },
});

export type SvgLoss = (typeof svgLosses)[number];

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
