import Print from '@mui/icons-material/Print';
import { Button, Stack } from '@mui/material';
import type { ReactNode } from 'react';
import { buildApiUrl } from '#client/core/build-api-url.ts';
import type { StaffOrderView } from '#shared/orders/staff-order-view.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { OrderSection } from './OrderSection/OrderSection.tsx';

export function OrderShippingDocuments({ order: { id } }: { order: StaffOrderView }): ReactNode {
  const { t } = useAdminTexts();
  return (
    <OrderSection title={t('admin-orders.documents')}>
      <Stack sx={{ gap: 1, alignItems: 'flex-start' }}>
        <Button
          startIcon={<Print />}
          href={buildApiUrl('GET /admin/order/{id}/packing-list', { params: { id } })}
          download
        >
          {t('admin-orders.packingList')}
        </Button>
        <Button
          startIcon={<Print />}
          href={buildApiUrl('GET /admin/order/{id}/delivery-note', { params: { id } })}
          download
        >
          {t('admin-orders.deliveryNote')}
        </Button>
      </Stack>
    </OrderSection>
  );
}
