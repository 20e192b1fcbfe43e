import PhotoLibrary from '@mui/icons-material/PhotoLibrary';
import { Box, Button, Stack, Typography } from '@mui/material';
import { type ReactNode, useEffect, useState } from 'react';
import { useSimpleFormIterator } from 'react-admin';
import { useAdminTexts } from '../core/admin-context.tsx';
import { PicturePickerDialog } from '../media/PicturePickerDialog.tsx';
import { UploadList } from '../media/UploadList.tsx';
import { useFileDrop } from '../media/use-file-drop.ts';
import { type Upload, useUploads } from '../media/use-uploads.ts';

interface AddPictureEntriesProps {
  /** Called with the uploads of dropped pictures whenever they change. */
  onUploadsChange: (uploads: readonly Upload[]) => void;
}

/** Adds an entry for each chosen, uploaded or dropped picture to the list around it. */
export function AddPictureEntries({ onUploadsChange }: AddPictureEntriesProps): ReactNode {
  const { t } = useAdminTexts();
  const { add } = useSimpleFormIterator();
  const [isChoosing, setIsChoosing] = useState(false);
  const addPicture = (image: number) => add({ image });
  const { uploads, add: upload, remove } = useUploads('image', { onUploaded: ({ key }) => addPicture(key) });
  const { isOver, dropProps } = useFileDrop(upload);
  useEffect(() => onUploadsChange(uploads), [onUploadsChange, uploads]);
  return (
    <>
      <Box {...dropProps} sx={{ ...dropArea, ...(isOver && dropAreaUnderFile) }}>
        <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
          <Button size="small" variant="outlined" startIcon={<PhotoLibrary />} onClick={() => setIsChoosing(true)}>
            {t('admin-content.pictures.addSeveral')}
          </Button>
          <Typography variant="body2" color="text.secondary" sx={{ display: { xs: 'none', sm: 'block' } }}>
            {t('admin-content.pictures.drop')}
          </Typography>
        </Stack>
        <Stack spacing={1} sx={{ mt: 1 }}>
          <UploadList uploads={uploads} onRemove={remove} />
        </Stack>
      </Box>
      {/* The dialog is outside the area, because its events would otherwise reach the area as well. */}
      {isChoosing && <PicturePickerDialog max={undefined} onAdd={addPicture} onClose={() => setIsChoosing(false)} />}
    </>
  );
}

const dropArea = { width: '100%', p: 1, borderRadius: 1 };
const dropAreaUnderFile = { bgcolor: 'action.hover', outline: '1px dashed', outlineColor: 'primary.main' };
