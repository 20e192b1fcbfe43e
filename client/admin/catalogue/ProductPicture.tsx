import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import type { OverviewProduct } from '#shared/admin/product-overview-contract.ts';
import { buildImageUrl } from '#shared/media/build-image-url.ts';

/** The main picture of a product in a list. It is decorative, because the name stands beside it. */
export function ProductPicture({ image }: Pick<OverviewProduct, 'image'>): ReactNode {
  const size = { width: 40, height: 52, borderRadius: 0.5, objectFit: 'contain' } as const;
  if (!image) return <Box sx={{ ...size, bgcolor: 'action.hover' }} />;
  // An SVG has no smaller sizes and is served as a file.
  const src = image.url.startsWith('/file/') ? image.url : buildImageUrl(image.url, 96);
  return <Box component="img" src={src} alt="" loading="lazy" sx={size} />;
}
