import { Alert, Button, Paper, type PaperProps } from '@mui/material';
import type { ReactNode } from 'react';
import { ErrorBoundary } from '#client/core/ErrorBoundary.tsx';
import { useAdminTexts } from './admin-context.tsx';

/** Confines a rendering error to a part of a screen, such as a dialog, the menu or a card. */
export const PartBoundary = ({ children }: { children: ReactNode }): ReactNode => (
  <ErrorBoundary fallback={<PartFailure />}>{children}</ErrorBoundary>
);

/** The surface of each dialog of the panel and of the framework, so that a faulty dialog leaves its screen as it was. */
export const DialogPaper = ({ children, ...paper }: PaperProps): ReactNode => (
  <Paper {...paper}>
    <PartBoundary>{children}</PartBoundary>
  </Paper>
);

function PartFailure(): ReactNode {
  const { t } = useAdminTexts();
  return (
    <Alert
      severity="error"
      action={
        <Button color="inherit" onClick={() => window.location.reload()}>
          {t('admin.reloadPage')}
        </Button>
      }
    >
      {t('admin.partFailed')}
    </Alert>
  );
}
