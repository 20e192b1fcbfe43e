import Close from '@mui/icons-material/Close';
import CloudUpload from '@mui/icons-material/CloudUpload';
import { Alert, Box, Button, IconButton, LinearProgress, Stack, Typography } from '@mui/material';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import type { UploadedMedia } from '#shared/media/upload-contract.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import type { MediaKind } from './upload-media.ts';
import { type Upload, useUploads } from './use-uploads.ts';

type UploadPurpose = MediaKind | 'font';

const acceptedFiles: Record<UploadPurpose, string> = {
  image: 'image/jpeg,image/png,image/webp,image/svg+xml,.heic',
  font: '.woff2,.ttf,.otf',
  file: '.woff2,.ttf,.otf,.mp4,.m4v,.mov,.avi,.wmv,.flv',
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
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    add([...event.dataTransfer.files].slice(0, isMultiple ? undefined : 1));
  };
  return (
    <Stack spacing={1} sx={{ my: 2 }}>
      <Box
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        sx={{ ...dropArea, ...(isOver && { borderColor: 'primary.main', bgcolor: 'action.hover' }) }}
      >
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
      {uploads.map((upload) => (
        <UploadState key={upload.id} upload={upload} onRemove={() => remove(upload.id)} />
      ))}
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

function UploadState({ upload, onRemove }: { upload: Upload; onRemove: () => void }): ReactNode {
  const { t } = useAdminTexts();
  const { name, progress, error } = upload;
  if (error !== null)
    return (
      <Alert
        severity="error"
        action={
          <IconButton size="small" aria-label={t('admin-content.upload.dismiss', { name })} onClick={onRemove}>
            <Close fontSize="small" />
          </IconButton>
        }
      >
        <strong>{name}</strong> – {error}
      </Alert>
    );
  return (
    <Box>
      <Typography variant="body2">{name}</Typography>
      <LinearProgress
        variant="determinate"
        value={Math.round(progress * 100)}
        aria-label={t('admin-content.upload.progress', { name })}
      />
    </Box>
  );
}
