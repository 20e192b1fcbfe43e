import Download from '@mui/icons-material/Download';
import { Button } from '@mui/material';
import type { ReactNode } from 'react';
import { useListContext } from 'react-admin';
import { buildApiUrl } from '#client/core/build-api-url.ts';
import { useAdminConfig, useAdminTexts } from '../core/admin-context.tsx';
import { toListQuery } from '../core/resource-adapter.ts';
import { toOrderFilterQuery } from './order-adapter.ts';

/** Downloads the orders of the list, with its filters, as a CSV file. */
export function ExportOrdersButton(): ReactNode {
  const { t } = useAdminTexts();
  const { timeZone } = useAdminConfig();
  const { filterValues } = useListContext();
  const query = toListQuery({ filter: toOrderFilterQuery(filterValues, timeZone) }, []);
  return (
    <Button size="small" startIcon={<Download />} href={buildApiUrl('GET /admin/order/export', { query })} download>
      {t('admin-orders.export')}
    </Button>
  );
}
