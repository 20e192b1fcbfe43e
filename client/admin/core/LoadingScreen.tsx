import { CircularProgress, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Title } from 'react-admin';
import { useAdminTexts } from './admin-context.tsx';

/** A screen whose code or data is being loaded, with a heading and a named progress bar for screen readers. */
export function LoadingScreen(): ReactNode {
  const { t } = useAdminTexts();
  return (
    <Stack sx={{ alignItems: 'center', gap: 2, py: 8 }}>
      <Title title={t('admin.loading')} />
      <CircularProgress aria-label={t('admin.loading')} />
      <Typography>{t('admin.loadingText')}</Typography>
    </Stack>
  );
}
