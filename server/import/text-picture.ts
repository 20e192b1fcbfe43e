import { type ImageWidth, imageAddress, imageWidths } from '#shared/media/image.ts';
import type { Media } from './read-media.ts';
import type { PictureOf } from './render-markdown.ts';

/** Widths that a picture inside a text is offered in, in pixels. */
const offered: readonly ImageWidth[] = imageWidths.filter((width) => width >= 320 && width <= 1440);

/** How texts show pictures of the media folder: at the image service, with dimensions; a drawing as it is. */
export function textPicture(media: ReadonlyMap<string, Media>, ids: ReadonlyMap<string, number>): PictureOf {
  return (path) => {
    const found = media.get(path);
    const id = ids.get(path);
    if (found?.kind !== 'image' || id === undefined) return null;
    const { width, height, hash, type } = found;
    const version = hash.slice(0, 8);
    if (type === 'image/svg+xml') {
      const src = `/file/${id}/${path.slice(path.lastIndexOf('/') + 1)}?v=${version}`;
      return { src, srcset: '', width, height };
    }
    const url = `/image/${id}?v=${version}`;
    const srcset = offered.map((step) => `${imageAddress(url, step)} ${step}w`).join(', ');
    return { src: imageAddress(url, 960), srcset, width, height };
  };
}
