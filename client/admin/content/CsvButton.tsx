import Download from '@mui/icons-material/Download';
import { Button } from '@mui/material';
import type { ReactNode } from 'react';
import { useAdminTexts } from '../core/admin-context.tsx';

/**
 * Button that downloads a CSV file from the API.
 * @param href URL of the file, see `buildApiUrl`
 */
export function CsvButton({ href }: { href: string }): ReactNode {
  const { t } = useAdminTexts();
  return (
    <Button href={href} startIcon={<Download />} download>
      {t('admin-content.csv')}
    </Button>
  );
}
