import { z } from 'zod';

// Apart from the schema, so that the browser's code has them without zod.
export * from './image-address.ts';

/**
 * A picture. `url` is its address at the image service without width and format (`/image/12?v=3fa94c1e`); `v` is the
 * start of its content's SHA-256, so that a changed picture has another address. Width and height in pixels of the
 * original; `tint` is its dominant colour, shown until it has loaded.
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
