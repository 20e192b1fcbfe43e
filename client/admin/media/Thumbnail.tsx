import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import type { RaRecord } from 'react-admin';
import { buildImageUrl } from '#shared/media/build-image-url.ts';

/** Returns the URL of an image with a width in pixels. SVGs have one size. */
export function buildThumbnailUrl(image: RaRecord, width: 320 | 960 = 320): string {
  const url = String((image.$info as { url?: string } | undefined)?.url ?? `/image/${image.id}`);
  return url.startsWith('/file/') ? url : buildImageUrl(url, width);
}

const thumbnail = { display: 'block', width: '100%', objectFit: 'contain', bgcolor: 'background.default' };
/** Background of transparent pictures, on which light and dark logos are both visible. */
const checkerboard = 'repeating-conic-gradient(#8f897d 0% 25%, #a8a296 0% 50%) 0 0 / 16px 16px';
/** Checks whether a picture may have transparent areas, as SVGs and PNGs often do. SVGs are served as files. */
const mayBeTransparent = (image: RaRecord): boolean =>
  buildThumbnailUrl(image).startsWith('/file/') || /\.png$/i.test(String(image.name));

interface ThumbnailProps {
  image: RaRecord;
  /** Height in CSS pixels. */
  height?: number;
}

/** A small picture without an alternative text, because the picture's name is always beside the thumbnail. */
export const Thumbnail = ({ image, height = 140 }: ThumbnailProps): ReactNode => (
  <Box
    component="img"
    src={buildThumbnailUrl(image)}
    alt=""
    // Browsers would drag the picture as a file, in place of the item that contains it.
    draggable={false}
    loading="lazy"
    sx={{ ...thumbnail, height, ...(mayBeTransparent(image) && { background: checkerboard }) }}
  />
);
