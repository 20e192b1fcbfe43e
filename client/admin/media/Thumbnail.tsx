import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import type { RaRecord } from 'react-admin';
import { buildImageUrl } from '#shared/media/build-image-url.ts';

/** Returns the URL of an image in a small size. SVGs have one size. */
export function buildThumbnailUrl(image: RaRecord, width: 320 | 960 = 320): string {
  const url = String((image.$info as { url?: string } | undefined)?.url ?? `/image/${image.id}`);
  return url.startsWith('/file/') ? url : buildImageUrl(url, width);
}

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
    sx={{ display: 'block', width: '100%', height, objectFit: 'contain', bgcolor: 'background.default' }}
  />
);
