import Download from '@mui/icons-material/Download';
import { Button } from '@mui/material';
import type { ReactNode } from 'react';
import { useAdminTexts } from '../core/admin-context.tsx';

export interface CsvButtonProps {
  /** Path of the API's call that returns the file, without `/api`. */
  path: string;
  query?: Readonly<Record<string, string | number | undefined>>;
}

/** Button that downloads a CSV file from the API. */
export function CsvButton({ path, query = {} }: CsvButtonProps): ReactNode {
  const { t } = useAdminTexts();
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
  );
  return (
    <Button href={`/api${path}${search.size > 0 ? `?${search}` : ''}`} startIcon={<Download />} download>
      {t('admin-content.csv')}
    </Button>
  );
}
