import Close from '@mui/icons-material/Close';
import { Alert, Box, IconButton, LinearProgress, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useAdminTexts } from '../core/admin-context.tsx';
import type { Upload } from './use-uploads.ts';

interface UploadProgressListProps {
  uploads: readonly Upload[];
  onRemove: (id: number) => void;
}

export const UploadProgressList = ({ uploads, onRemove }: UploadProgressListProps): ReactNode =>
  uploads.map((upload) => <UploadState key={upload.id} upload={upload} onRemove={() => onRemove(upload.id)} />);

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
        <strong>{name}</strong> – <span>{error}</span>
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
