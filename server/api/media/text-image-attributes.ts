import { buildImageUrl, type ImageWidth, imageWidths } from '#shared/media/image.ts';
import { getMediaFileName, mediaPathPattern } from '#shared/media/media-path.ts';
import { toUrlVersion } from './media.ts';

interface TextImageAttributes {
  src: string;
  srcset: string;
  width: number;
  height: number;
}

export type FindTextImageAttributes = (mediaPath: string) => TextImageAttributes | null;

interface ImageSource {
  id: number;
  path: string;
  hash: string;
  type: string;
  width: number;
  height: number;
}

const textImageWidths: readonly ImageWidth[] = imageWidths.filter((width) => width >= 320 && width <= 1440);

/** Creates the attributes of an image. SVGs are used unchanged; other images in several widths from the image route. */
export function toTextImageAttributes({ id, path, hash, type, width, height }: ImageSource): TextImageAttributes {
  const version = toUrlVersion(hash);
  if (type === 'image/svg+xml')
    return { src: `/file/${id}/${getMediaFileName(path)}?v=${version}`, srcset: '', width, height };
  const url = `/image/${id}?v=${version}`;
  const srcset = textImageWidths.map((step) => `${buildImageUrl(url, step)} ${step}w`).join(', ');
  return { src: buildImageUrl(url, 960), srcset, width, height };
}

export const findImagePathsInMarkdown = (text: string): string[] =>
  [...text.matchAll(/!\[[^\]!]*(?:!(?!\[)[^\]!]*)*\]\(\s*<?([^)\s>]+)/g)].flatMap(([, path = '']) =>
    mediaPathPattern.test(path) ? [path] : [],
  );
