import { z } from 'zod';

// Widths, formats and URLs are in a separate file, so that client code can import them without zod.
export * from './build-image-url.ts';

const negotiatedFormats = ['avif', 'webp'] as const;

/** Finds the best image format that an Accept header names. Wildcards, which all clients send, say nothing. */
export const findAcceptedFormat = (accept: string | undefined): (typeof negotiatedFormats)[number] | undefined =>
  negotiatedFormats.find((format) => accept?.includes(`image/${format}`));

/**
 * An image. `url` is its URL at the image service without width and format (`/image/12?v=3fa94c1e`), for an SVG that of
 * the file itself (`/file/…`). `v` is the beginning of the SHA-256 of its content, so that a changed image has another
 * URL. Width and height are those of the original in pixels; `tint` is its average colour, shown until the image has
 * loaded.
 */
export const Image = z.object({
  id: z.int(),
  name: z.string(),
  alt: z.string(),
  externalId: z.string().nullable(),
  externalType: z.string().nullable(),
  externalPath: z.string().nullable(),
  url: z.string(),
  width: z.int(),
  height: z.int(),
  tint: z.string(),
});
export type Image = z.infer<typeof Image>;
