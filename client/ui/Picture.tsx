import type { ImgHTMLAttributes } from 'react';
import { buildImageUrl, type ImageWidth, imageWidths } from '#shared/media/build-image-url.ts';
import type { Image } from '#shared/media/image.ts';
import css from './Picture.module.css';

interface PictureProps {
  image: Pick<Image, 'url' | 'alt' | 'width' | 'height' | 'tint'>;
  /**
   * The HTML attribute `sizes` of a picture that scales with the window, such as `(min-width: 960px) 33vw, 100vw`; or
   * the maximum width in CSS pixels of a small picture, for which two sources are enough.
   */
  sizes: string | number;
  /**
   * True if the picture is visible without scrolling. The loader of the page preloads the first one
   * (`createPicturePreload`). All other pictures are loaded lazily.
   */
  hasPriority?: boolean;
  /** Text alternative that replaces the picture's own; empty if the text beside the picture is equivalent. */
  alt?: string;
  /** Width in image pixels above which no larger source is offered; 2400 by default. */
  maxWidth?: number;
  className?: string;
  draggable?: boolean;
}

/** The sources of a picture that the head of a page preloads. */
export interface PicturePreload {
  imageSrcSet: string;
  imageSizes: string | undefined;
}

/**
 * Minimum ratio of two neighbouring source widths. Sources that are closer together are left out to keep pages small.
 */
const minWidthRatio = 1.45;

const widthsByMaximum = new Map<number, readonly ImageWidth[]>();

/**
 * Lists the widths of the image service for a picture of at most `maxWidth` pixels, up to the first width that covers
 * it.
 */
function servedWidths(maxWidth: number): readonly ImageWidth[] {
  let widths = widthsByMaximum.get(maxWidth);
  if (!widths) {
    const covering = imageWidths.find((width) => width >= maxWidth) ?? 2400;
    const chosen: ImageWidth[] = [];
    for (const width of imageWidths.toReversed()) {
      const narrowest = chosen[0];
      const isUseful = width >= 128 && width <= covering && (!narrowest || narrowest / width >= minWidthRatio);
      if (isUseful) chosen.unshift(width);
    }
    widths = chosen;
    widthsByMaximum.set(maxWidth, widths);
  }
  return widths;
}

type Sources = Pick<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'srcSet' | 'sizes'>;

/**
 * Returns the smallest width of the image service that covers `pixels`, or the whole picture if it is narrower.
 */
const servedWidth = (pixels: number, image: PictureProps['image']): ImageWidth =>
  imageWidths.find((width) => width >= Math.min(pixels, image.width)) ?? 2400;

/** Creates the sources of a small picture for screens of standard density, which is `src`, and of double density. */
function smallSources(image: PictureProps['image'], pixels: number): Sources {
  const [standard, double] = [servedWidth(pixels, image), servedWidth(2 * pixels, image)];
  return { src: buildImageUrl(image.url, standard), srcSet: `${buildImageUrl(image.url, double)} 2x` };
}

function scalingSources(image: PictureProps['image'], sizes: string, maxWidth: number): Sources {
  const widths = servedWidths(Math.min(maxWidth, image.width));
  return {
    src: buildImageUrl(image.url, widths[Math.floor(widths.length / 2)] ?? 640),
    srcSet: widths.map((width) => `${buildImageUrl(image.url, width)} ${width}w`).join(', '),
    sizes,
  };
}

const createSources = (image: PictureProps['image'], sizes: string | number, maxWidth = 2400): Sources =>
  typeof sizes === 'number' ? smallSources(image, sizes) : scalingSources(image, sizes, maxWidth);

/**
 * Describes the sources of the first picture of a page, which its head preloads. The server alone needs them.
 * @returns undefined in the browser, and without a picture of the image service
 */
export function createPicturePreload(
  image: PictureProps['image'] | null | undefined,
  sizes: string | number,
  maxWidth?: number,
): PicturePreload | undefined {
  if (!import.meta.env.SSR || !image) return undefined;
  const { src, srcSet, sizes: imageSizes } = createSources(image, sizes, maxWidth);
  return { imageSrcSet: imageSizes ? (srcSet ?? '') : `${src}, ${srcSet}`, imageSizes };
}

/** A responsive picture. Its average colour is shown until it has loaded. */
export function Picture({
  image,
  sizes,
  hasPriority = false,
  alt = image.alt,
  maxWidth,
  className,
  draggable,
}: PictureProps) {
  return (
    <img
      className={className ? `${css.picture} ${className}` : css.picture}
      {...createSources(image, sizes, maxWidth)}
      width={image.width}
      height={image.height}
      alt={alt}
      data-tint={image.tint || undefined}
      loading={hasPriority ? undefined : 'lazy'}
      fetchPriority={hasPriority ? 'high' : undefined}
      draggable={draggable}
    />
  );
}
