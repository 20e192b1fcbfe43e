import type { ImgHTMLAttributes } from 'react';
import type { Image } from '#shared/media/image.ts';
import { type ImageWidth, imageAddress, imageWidths } from '#shared/media/image-address.ts';
import css from './Picture.module.css';

interface PictureProps {
  image: Pick<Image, 'url' | 'alt' | 'width' | 'height' | 'tint'>;
  /**
   * How wide it is shown: the `sizes` of a picture that grows with the window, such as
   * `(min-width: 960px) 33vw, 100vw`, or CSS pixels at the most for a small one, which then needs two addresses only.
   */
  sizes: string | number;
  /** The first picture of a page is loaded at once (React preloads it), all others when they come near. */
  hasPriority?: boolean;
  /** Replaces the picture's own description; empty where the text beside it says the same. */
  alt?: string;
  /** The widest that it is ever needed, in pixels. */
  maxWidth?: number;
  className?: string;
  draggable?: boolean;
}

/** Widths closer to each other than this are not worth another address in the page. */
const minWidthRatio = 1.45;

const widthsByMaximum = new Map<number, readonly ImageWidth[]>();

/** The widths of the image service for a picture that is never wider than `most` pixels: up to the first that covers it. */
function servedWidths(maxWidth: number): readonly ImageWidth[] {
  let widths = widthsByMaximum.get(maxWidth);
  if (!widths) {
    const covering = imageWidths.find((width) => width >= maxWidth) ?? 2400;
    const chosen: ImageWidth[] = [];
    for (const width of imageWidths.toReversed()) {
      const narrowest = chosen[0];
      const wanted = width >= 128 && width <= covering && (!narrowest || narrowest / width >= minWidthRatio);
      if (wanted) chosen.unshift(width);
    }
    widths = chosen;
    widthsByMaximum.set(maxWidth, widths);
  }
  return widths;
}

type Sources = Pick<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'srcSet' | 'sizes'>;

/** The narrowest that the image service has for `pixels`, and not more than the picture itself has to give. */
const servedFor = (pixels: number, image: PictureProps['image']): ImageWidth =>
  imageWidths.find((width) => width >= Math.min(pixels, image.width)) ?? 2400;

/** A small picture: one address for plain screens, one for fine ones. */
function smallSources(image: PictureProps['image'], pixels: number): Sources {
  const [plain, fine] = [servedFor(pixels, image), servedFor(2 * pixels, image)];
  return {
    src: imageAddress(image.url, plain),
    srcSet: `${imageAddress(image.url, plain)}, ${imageAddress(image.url, fine)} 2x`,
  };
}

function growingSources(image: PictureProps['image'], sizes: string, widest: number): Sources {
  const widths = servedWidths(Math.min(widest, image.width));
  return {
    src: imageAddress(image.url, widths[Math.floor(widths.length / 2)] ?? 640),
    srcSet: widths.map((width) => `${imageAddress(image.url, width)} ${width}w`).join(', '),
    sizes,
  };
}

/** A picture in the widths that the image service has, over its dominant colour until it has arrived. */
export function Picture({
  image,
  sizes,
  hasPriority = false,
  alt = image.alt,
  maxWidth = 2400,
  className,
  draggable,
}: PictureProps) {
  const sources = typeof sizes === 'number' ? smallSources(image, sizes) : growingSources(image, sizes, maxWidth);
  return (
    <img
      className={className ? `${css.picture} ${className}` : css.picture}
      {...sources}
      width={image.width}
      height={image.height}
      alt={alt}
      data-tint={image.tint || undefined}
      loading={hasPriority ? undefined : 'lazy'}
      fetchPriority={hasPriority ? 'high' : undefined}
      decoding={hasPriority ? undefined : 'async'}
      draggable={draggable}
    />
  );
}
