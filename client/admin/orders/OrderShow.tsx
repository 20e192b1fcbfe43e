import { Box, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { ShowBase, Title, useRecordContext } from 'react-admin';
import type { StaffOrderView } from '#shared/orders/staff-order-view.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { LoadingScreen } from '../core/LoadingScreen.tsx';
import { OrderFacts } from './OrderFacts.tsx';
import { OrderLines } from './OrderLines.tsx';
import { OrderMails } from './OrderMails.tsx';
import { OrderNotes } from './OrderNotes.tsx';
import { OrderPaymentDeadline } from './OrderPaymentDeadline.tsx';
import { OrderRefunds } from './OrderRefunds.tsx';
import { OrderShippingDocuments } from './OrderShippingDocuments.tsx';
import { OrderStateButtons } from './OrderStateButtons.tsx';
import { OrderStateChip } from './OrderStateChip.tsx';
import { OrderSurplusPaymentsToMarkRefunded } from './OrderSurplusPaymentsToMarkRefunded.tsx';
import { OrderTracking } from './OrderTracking.tsx';
import { OrderWithdrawals } from './OrderWithdrawals.tsx';
import { PanelOrderStateHistory } from './PanelOrderStateHistory.tsx';

/** The screen of one order: what to do next, what was ordered, and everything that happened. */
export default function OrderShow(): ReactNode {
  return (
    <ShowBase loading={<LoadingScreen />}>
      <LoadedOrder />
    </ShowBase>
  );
}

function LoadedOrder(): ReactNode {
  const order = useRecordContext<StaffOrderView>();
  const { t } = useAdminTexts();
  if (!order) return null;
  return (
    <Box sx={{ mt: 2, maxWidth: 1200 }}>
      <Title title={t('admin-orders.orderTitle', { number: order.number })} />
      <OrderHeading order={order} />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '2fr 1fr' } }}>
        <div>
          <OrderStateButtons order={order} />
          <OrderWithdrawals order={order} />
          <OrderLines order={order} />
          <OrderRefunds order={order} />
          <OrderNotes order={order} />
          <OrderMails order={order} />
        </div>
        <div>
          <OrderShippingDocuments order={order} />
          <OrderTracking order={order} />
          <OrderPaymentDeadline order={order} />
          <OrderFacts order={order} />
          <OrderSurplusPaymentsToMarkRefunded order={order} />
          <PanelOrderStateHistory order={order} />
        </div>
      </Box>
    </Box>
  );
}

function OrderHeading({ order }: { order: StaffOrderView }): ReactNode {
  const { t, date, euros } = useAdminTexts();
  const placed = date(order.createdAt, { dateStyle: 'long', timeStyle: 'short' });
  return (
    <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1.5, mb: 2 }}>
      {/* The order's number is repeated here, because the app bar cuts the title off on phones. */}
      <Typography variant="h3" component="p">
        {order.number}
      </Typography>
      <OrderStateChip state={order.status} />
      <Typography color="text.secondary">
        {`${placed} · ${t(`admin-orders.channelName.${order.channel}`)} · ${euros(order.total)}`}
      </Typography>
    </Stack>
  );
}
