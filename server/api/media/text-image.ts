import { type ImageWidth, imageAddress, imageWidths } from '#shared/media/image.ts';
import { mediaFileName, mediaPathPattern } from '#shared/media/media-path.ts';

/** The attributes of a picture in the HTML of a text. */
export interface TextImage {
  src: string;
  srcset: string;
  width: number;
  height: number;
}

/** Finds the picture that a text names by its media path. */
export type FindTextImage = (mediaPath: string) => TextImage | null;

interface ImageSource {
  id: number;
  path: string;
  hash: string;
  type: string;
  width: number;
  height: number;
}

/** Widths in pixels in which a picture inside a text is offered. */
const textImageWidths: readonly ImageWidth[] = imageWidths.filter((width) => width >= 320 && width <= 1440);

/** A photograph is shown through the image service in several widths, a drawing as it is. */
export function toTextImage({ id, path, hash, type, width, height }: ImageSource): TextImage {
  const version = hash.slice(0, 8);
  if (type === 'image/svg+xml')
    return { src: `/file/${id}/${mediaFileName(path)}?v=${version}`, srcset: '', width, height };
  const url = `/image/${id}?v=${version}`;
  const srcset = textImageWidths.map((step) => `${imageAddress(url, step)} ${step}w`).join(', ');
  return { src: imageAddress(url, 960), srcset, width, height };
}

/** The media paths of the pictures that a Markdown text shows. */
export const imagePathsInMarkdown = (text: string): string[] =>
  [...text.matchAll(/!\[[^\]]*\]\(\s*<?([^)\s>]+)/g)].flatMap(([, path = '']) =>
    mediaPathPattern.test(path) ? [path] : [],
  );
