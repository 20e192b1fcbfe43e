import { z } from 'zod';

/** The widths, in pixels, in which the image service answers. */
export const imageWidths = [64, 96, 128, 192, 256, 320, 480, 640, 768, 960, 1200, 1440, 1920, 2400] as const;
export type ImageWidth = (typeof imageWidths)[number];

export const imageFormats = ['webp', 'jpeg', 'png'] as const;
export type ImageFormat = (typeof imageFormats)[number];

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

/** Address of an image in one width and format. */
export function imageAddress(url: string, width: ImageWidth, format: ImageFormat = 'webp'): string {
  return `${url}${url.includes('?') ? '&' : '?'}w=${width}&format=${format}`;
}
