import Print from '@mui/icons-material/Print';
import { Button } from '@mui/material';
import type { ReactNode } from 'react';
import { useListContext } from 'react-admin';
import { buildApiUrl } from '#client/core/build-api-url.ts';
import { useAdminTexts } from '../core/admin-context.tsx';

/** The API renders at most this many packing lists in one document. */
const maxPackingLists = 50;

/** Downloads the packing lists of the selected orders as one document. */
export function PackingListsButton(): ReactNode {
  const { t } = useAdminTexts();
  const { selectedIds } = useListContext();
  if (selectedIds.length > maxPackingLists) return t('admin-orders.tooManySelected', { max: maxPackingLists });
  return (
    <Button
      size="small"
      startIcon={<Print />}
      href={buildApiUrl('GET /admin/order/packing-list', { query: { ids: selectedIds.join(',') } })}
      download
    >
      {t('admin-orders.packingLists')}
    </Button>
  );
}
