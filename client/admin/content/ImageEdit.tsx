import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { SimpleForm, TextInput, useRecordContext } from 'react-admin';
import { useAdminTexts } from '../core/admin-context.tsx';
import { LocalizedInput } from '../inputs/LocalizedInput.tsx';
import { buildThumbnailUrl } from '../media/Thumbnail.tsx';
import { ItemEditFrame } from '../resources/ItemEditFrame.tsx';
import { ItemToolbar } from '../resources/ItemToolbar.tsx';
import { MediaUses } from './MediaUses.tsx';

export default function ImageEdit(): ReactNode {
  const { t } = useAdminTexts();
  return (
    <ItemEditFrame>
      <SimpleForm toolbar={<ItemToolbar />} warnWhenUnsavedChanges>
        <Preview />
        <TextInput source="name" helperText={false} />
        <LocalizedInput source="alt" helperText={t('admin-content.images.alt-hint')} />
        <MediaUses kind="image" />
      </SimpleForm>
    </ItemEditFrame>
  );
}

function Preview(): ReactNode {
  const { t, number } = useAdminTexts();
  const image = useRecordContext();
  if (!image) return null;
  const { width = 0, height = 0, bytes = 0 } = (image.$info ?? {}) as Record<string, number>;
  return (
    <Box component="figure" sx={{ m: 0, mb: 2 }}>
      <Box
        component="img"
        src={buildThumbnailUrl(image, 960)}
        alt=""
        sx={{ display: 'block', maxWidth: '100%', maxHeight: '50vh' }}
      />
      <Typography component="figcaption" variant="body2" color="text.secondary">
        {t('admin-content.images.facts', {
          width: number(width),
          height: number(height),
          kilobytes: number(Math.ceil(bytes / 1_000)),
        })}
      </Typography>
    </Box>
  );
}
