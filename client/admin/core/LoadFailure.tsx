import { Alert, Button } from '@mui/material';
import type { ReactNode } from 'react';
import { useAdminTexts } from './admin-context.tsx';

/** Shown instead of content that could not be read, so that a failed call does not look like empty content. */
export function LoadFailure({ onRetry }: { onRetry: () => unknown }): ReactNode {
  const { t } = useAdminTexts();
  return (
    <Alert
      severity="error"
      sx={{ my: 2 }}
      action={
        <Button color="inherit" onClick={() => onRetry()}>
          {t('admin.retry')}
        </Button>
      }
    >
      {t('admin.loadFailed')}
    </Alert>
  );
}
