import type { PictureData } from './picture-data.ts';

/** Rounded up, so that no picture is loaded too small. */
const factor = (value: number): number => Math.ceil(value * 100) / 100;

/**
 * Returns the width, for `sizes`, of a picture that covers a box (`object-fit: cover`). It is wider than the box if the
 * box cuts off its sides.
 * @param width The width of the box as a CSS length.
 * @param box The height of the box as a CSS length, or the ratio of its width to its height.
 */
export function coverSize(image: Pick<PictureData, 'width' | 'height'>, width: string, box: string | number): string {
  const ratio = image.width / image.height;
  if (typeof box === 'string') return `max(${width}, ${box} * ${factor(ratio)})`;
  return ratio > box ? `calc(${width} * ${factor(ratio / box)})` : width;
}

/** Creates `sizes` of a picture that covers a box of the same ratio at all widths of the window. */
export const coverSizes = (image: Pick<PictureData, 'width' | 'height'>, sizes: string, ratio: number): string =>
  sizes
    .split(', ')
    .map((size) => {
      const at = size.lastIndexOf(' ') + 1;
      return size.slice(0, at) + coverSize(image, size.slice(at), ratio);
    })
    .join(', ');

/** The width of the content of a page, in all widths of the window (`--page-width` and `--gutter`). */
export const pageSizes = '(min-width: 1600px) 84rem, (min-width: 1200px) 73rem, 94vw';
