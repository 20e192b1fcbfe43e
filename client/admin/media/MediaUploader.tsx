import CloudUpload from '@mui/icons-material/CloudUpload';
import { Box, Button, Stack, Typography } from '@mui/material';
import { type ReactNode, useRef } from 'react';
import type { UploadedMedia } from '#shared/media/upload-contract.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { UploadProgressList } from './UploadProgressList.tsx';
import type { MediaKind } from './upload-media.ts';
import { useFileDrop } from './use-file-drop.ts';
import { useUploads } from './use-uploads.ts';

type UploadPurpose = MediaKind | 'font';

const acceptedFiles: Record<UploadPurpose, string> = {
  image: 'image/jpeg,image/png,image/webp,image/svg+xml,.heic',
  font: '.woff2,.ttf,.otf',
  file: '.woff2,.ttf,.otf,.mp4,.m4v,.mov,.avi,.wmv,.flv,.pdf',
};

interface MediaUploaderProps {
  kind: MediaKind;
  /** Restricts the files that can be chosen to one purpose. */
  purpose?: UploadPurpose;
  isMultiple?: boolean;
  onUploaded: (media: UploadedMedia) => void;
  /** Called once all chosen files are stored; not called if one of them failed. */
  onAllUploaded?: () => void;
}

/** An area for files that are dropped or chosen, with the progress of their uploads. */
export function MediaUploader({
  kind,
  purpose = kind,
  isMultiple = true,
  ...callbacks
}: MediaUploaderProps): ReactNode {
  const { t } = useAdminTexts();
  const { uploads, add, remove } = useUploads(kind, callbacks);
  const { isOver, dropProps } = useFileDrop(add, isMultiple);
  const input = useRef<HTMLInputElement>(null);
  return (
    <Stack spacing={1} sx={{ my: 2 }}>
      <Box {...dropProps} sx={{ ...dropArea, ...(isOver && { borderColor: 'primary.main', bgcolor: 'action.hover' }) }}>
        <Button variant="contained" startIcon={<CloudUpload />} onClick={() => input.current?.click()}>
          {t(isMultiple ? `admin-content.upload.choose-${purpose}` : 'admin-content.upload.choose-one')}
        </Button>
        <input
          ref={input}
          type="file"
          multiple={isMultiple}
          hidden
          aria-label={t(`admin-content.upload.choose-${purpose}`)}
          accept={acceptedFiles[purpose]}
          onChange={(event) => {
            add([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
        <Typography variant="body2" color="text.secondary">
          {t(`admin-content.upload.hint-${purpose}`)}
        </Typography>
      </Box>
      <UploadProgressList uploads={uploads} onRemove={remove} />
    </Stack>
  );
}

const dropArea = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 2,
  p: 2,
  border: '1px dashed',
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
};
