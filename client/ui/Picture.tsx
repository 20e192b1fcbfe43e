import type { Image } from '#shared/media/image.ts';
import { type ImageWidth, imageAddress, imageWidths } from '#shared/media/image-address.ts';
import css from './Picture.module.css';

interface PictureProps {
  image: Pick<Image, 'url' | 'alt' | 'width' | 'height' | 'tint'>;
  /** The `sizes` of the picture: how wide it is shown, such as `(min-width: 960px) 33vw, 100vw`. */
  sizes: string;
  /** The first picture of a page is loaded at once (React preloads it), all others when they come near. */
  first?: boolean;
  /** Replaces the picture's own description; empty where the text beside it says the same. */
  alt?: string;
  /** The widest that it is ever needed, in pixels. */
  widest?: number;
  className?: string;
  draggable?: boolean;
}

/** Widths closer to each other than this are not worth another address in the page. */
const leastRatio = 1.45;

const known = new Map<number, readonly ImageWidth[]>();

/** The widths of the image service for a picture that is never wider than `most` pixels: up to the first that covers it. */
function servedWidths(most: number): readonly ImageWidth[] {
  let widths = known.get(most);
  if (!widths) {
    const covering = imageWidths.find((width) => width >= most) ?? 2400;
    const chosen: ImageWidth[] = [];
    for (const width of imageWidths.toReversed()) {
      const narrowest = chosen[0];
      const wanted = width >= 128 && width <= covering && (!narrowest || narrowest / width >= leastRatio);
      if (wanted) chosen.unshift(width);
    }
    widths = chosen;
    known.set(most, widths);
  }
  return widths;
}

/** A picture in the widths that the image service has, over its dominant colour until it has arrived. */
export function Picture({
  image,
  sizes,
  first = false,
  alt = image.alt,
  widest = 2400,
  className,
  draggable,
}: PictureProps) {
  const widths = servedWidths(Math.min(widest, image.width));
  const middle = widths[Math.floor(widths.length / 2)] ?? 640;
  return (
    <img
      className={className ? `${css.picture} ${className}` : css.picture}
      src={imageAddress(image.url, middle)}
      srcSet={widths.map((width) => `${imageAddress(image.url, width)} ${width}w`).join(', ')}
      sizes={sizes}
      width={image.width}
      height={image.height}
      alt={alt}
      data-tint={image.tint}
      loading={first ? undefined : 'lazy'}
      fetchPriority={first ? 'high' : undefined}
      decoding={first ? undefined : 'async'}
      draggable={draggable}
    />
  );
}
