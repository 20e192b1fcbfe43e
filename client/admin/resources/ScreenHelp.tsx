import { Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useResourceContext } from 'react-admin';
import { useAdminTexts } from '../core/admin-context.tsx';

export function ScreenHelp(): ReactNode {
  const { t } = useAdminTexts();
  const resource = useResourceContext() ?? '';
  const key = `admin-resources.${resource}.help`;
  const text = t(key);
  if (text === key) return null;
  return (
    <Typography variant="body2" color="text.secondary" sx={{ mt: 2, maxWidth: '70ch' }}>
      {text}
    </Typography>
  );
}
