import type { Image } from '#shared/media/image.ts';

/** The fields of a picture that components use. All others are left out of the hydration data. */
export type PictureData = Pick<Image, 'url' | 'alt' | 'width' | 'height' | 'tint'>;

export const toPictureData = ({ url, alt, width, height, tint }: PictureData): PictureData => ({
  url,
  alt,
  width,
  height,
  tint,
});
