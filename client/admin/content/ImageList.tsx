import { Box, Chip, Link, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { List, type RaRecord, SearchInput, useRefresh } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import type { Localized } from '#shared/localized.ts';
import { searchFilterName } from '#shared/resource-spec.ts';
import { useAdminConfig, useAdminTexts } from '../core/admin-context.tsx';
import { getTextInLanguage } from '../inputs/localized-text.ts';
import { MediaUploader } from '../media/MediaUploader.tsx';
import { Thumbnail } from '../media/Thumbnail.tsx';
import { ItemsOrNoResults } from '../resources/ItemsOrNoResults.tsx';
import { ScreenHelp } from '../resources/ScreenHelp.tsx';

const filters = [<SearchInput key="search" source={searchFilterName} alwaysOn />];

export default function ImageList(): ReactNode {
  const refresh = useRefresh();
  return (
    <>
      <ScreenHelp />
      <MediaUploader kind="image" onUploaded={refresh} />
      <List filters={filters} perPage={25} sort={{ field: 'id', order: 'DESC' }} exporter={false}>
        <ItemsOrNoResults>{(images) => <ImageGrid images={images} />}</ItemsOrNoResults>
      </List>
    </>
  );
}

const ImageGrid = ({ images }: { images: readonly RaRecord[] }): ReactNode => (
  <Box component="ul" sx={grid}>
    {images.map((image) => (
      <li key={image.id}>
        <ImageCard image={image} />
      </li>
    ))}
  </Box>
);

const grid = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(10rem, 45%), 1fr))',
  gap: 2,
  p: 2,
  m: 0,
  listStyle: 'none',
};

function ImageCard({ image }: { image: RaRecord }): ReactNode {
  const { t } = useAdminTexts();
  const { languages } = useAdminConfig();
  const hasAlt = languages.every((lang) => getTextInLanguage(image.alt as Localized, lang) !== '');
  return (
    <Link component={RouterLink} to={`/image/${image.id}`} color="inherit" underline="hover">
      <Thumbnail image={image} />
      <Typography component="span" variant="body2" sx={{ display: 'block', mt: 0.5, overflowWrap: 'anywhere' }}>
        {String(image.name)}
      </Typography>
      {!hasAlt && <Chip size="small" color="warning" variant="outlined" label={t('admin-content.images.no-alt')} />}
    </Link>
  );
}
