import { z } from 'zod';

// In a file of their own, so that client code can import them without zod.
export * from './build-image-url.ts';

/**
 * An image. `url` is its URL at the image service without width and format (`/image/12?v=3fa94c1e`); `v` is the start of
 * its content's SHA-256, so that a changed image has another URL. Width and height are those of the original in pixels;
 * `tint` is its dominant colour, shown until it has loaded.
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
