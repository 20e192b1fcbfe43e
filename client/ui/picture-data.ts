import type { Image } from '#shared/media/image.ts';

/** What a component needs of a picture: nothing more travels to the browser. */
export type PictureData = Pick<Image, 'url' | 'alt' | 'width' | 'height' | 'tint'>;

export const pictureOf = ({ url, alt, width, height, tint }: PictureData): PictureData => ({
  url,
  alt,
  width,
  height,
  tint,
});
