import { Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Title } from 'react-admin';
import { useAdminTexts } from '../core/admin-context.tsx';

/** The first screen of the panel. */
export function Dashboard(): ReactNode {
  const { t } = useAdminTexts();
  return (
    <>
      <Title title={t('admin-today.title')} />
      <Typography sx={{ mt: 2 }}>{t('admin-today.explanation')}</Typography>
    </>
  );
}
