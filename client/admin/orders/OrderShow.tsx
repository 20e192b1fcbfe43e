import Print from '@mui/icons-material/Print';
import { Alert, Box, Button, Checkbox, FormControlLabel, Link, Stack, TextField, Typography } from '@mui/material';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ShowBase, Title, useRecordContext } from 'react-admin';
import { buildApiUrl } from '#client/core/build-api-url.ts';
import { maxTextLengths } from '#shared/limits.ts';
import { isOrderMailKind } from '#shared/orders/order-mail-kind.ts';
import type { StaffOrderView } from '#shared/orders/staff-order-view.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { LoadingScreen } from '../core/LoadingScreen.tsx';
import { usePanelMutation } from '../core/use-panel-mutation.ts';
import { isNoteTooLong, NoteField } from '../inputs/NoteField.tsx';
import { OrderFacts } from './OrderFacts.tsx';
import { OrderLines } from './OrderLines.tsx';
import { OrderPaymentDeadline } from './OrderPaymentDeadline.tsx';
import { OrderRefunds } from './OrderRefunds.tsx';
import { OrderSection } from './OrderSection/OrderSection.tsx';
import { OrderStateButtons } from './OrderStateButtons.tsx';
import { OrderStateChip } from './OrderStateChip.tsx';

export default function OrderShow(): ReactNode {
  return (
    <ShowBase loading={<LoadingScreen />}>
      <LoadedOrder />
    </ShowBase>
  );
}

/** The mails about an order. A mail whose delivery has failed or is uncertain can be sent again. */
function OrderMails({ order: { mails } }: { order: StaffOrderView }): ReactNode {
  const { t, date } = useAdminTexts();
  const { isRunning, run } = usePanelMutation();
  if (mails.length === 0) return null;
  const nameOf = (kind: string) => (isOrderMailKind(kind) ? t(`admin-orders.mailKind.${kind}`) : kind);
  return (
    <OrderSection title={t('admin-orders.mails')}>
      {mails.map(({ id, kind, to, state, lastError, at }) => (
        <Typography key={id} component="div" sx={{ mb: 1.5, overflowWrap: 'anywhere' }}>
          {t(`admin-orders.mailState.${state}`, { to })}
          <Typography variant="body2" color="text.secondary">
            {[nameOf(kind), date(at, { dateStyle: 'medium', timeStyle: 'short' }), lastError]
              .filter(Boolean)
              .join(', ')}
          </Typography>
          {(state === 'FAILED' || state === 'UNCERTAIN') && (
            <Button
              size="small"
              loading={isRunning}
              onClick={() => run('POST /admin/mail/{id}/retry', { params: { id } }, 'admin-today.mailQueued')}
            >
              {t('admin-today.retry')}
            </Button>
          )}
        </Typography>
      ))}
    </OrderSection>
  );
}

function OrderShippingDocuments({ order: { id } }: { order: StaffOrderView }): ReactNode {
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

function OrderSurplusPayments({ order }: { order: StaffOrderView }): ReactNode {
  const { t, date, euros } = useAdminTexts();
  const { isRunning, run } = usePanelMutation();
  if (order.surplusPayments.length === 0) return null;
  const markRefunded = (reference: string) =>
    run('PUT /admin/order/{id}/refund', { params: { id: order.id }, body: { idRefund: null, reference } });
  return (
    <OrderSection title={t('admin-orders.surplus')}>
      {order.surplusPayments.map(({ reference, amount, reason, receivedAt, refundedAt }) => (
        <div key={reference}>
          <Typography>{`${euros(amount)} – ${t(`admin-orders.surplusReason.${reason}`)}`}</Typography>
          <Typography variant="body2" color="text.secondary">
            {`${reference}, ${date(receivedAt)}`}
          </Typography>
          {refundedAt ? (
            <Typography>{t('admin-orders.refundedOn', { date: date(refundedAt) })}</Typography>
          ) : (
            <Button size="small" variant="outlined" loading={isRunning} onClick={() => markRefunded(reference)}>
              {t('admin-orders.markRefunded')}
            </Button>
          )}
        </div>
      ))}
    </OrderSection>
  );
}

function OrderWithdrawals({ order: { withdrawals } }: { order: StaffOrderView }): ReactNode {
  const { t, date } = useAdminTexts();
  const { isRunning, run } = usePanelMutation();
  return withdrawals.map(({ id, revision, receivedAt, message, handledAt }) => (
    <Alert
      key={id}
      severity={handledAt ? 'success' : 'warning'}
      sx={{ mb: 2 }}
      action={
        handledAt ? undefined : (
          <Button
            color="inherit"
            size="small"
            loading={isRunning}
            onClick={() => run('PUT /admin/withdrawal/{id}', { params: { id }, body: { revision, isHandled: true } })}
          >
            {t('admin-orders.markHandled')}
          </Button>
        )
      }
    >
      {t('admin-orders.withdrawn', { date: date(receivedAt, { dateStyle: 'long', timeStyle: 'short' }) })} {message}
    </Alert>
  ));
}

/** The states that the order has been in, the latest first, each with the actor of the change. */
function PanelOrderStateHistory({ order }: { order: StaffOrderView }): ReactNode {
  const { t, date } = useAdminTexts();
  return (
    <OrderSection title={t('admin-orders.history')}>
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {order.history.toReversed().map(({ state, at, actor, staff, reason }) => (
          <Box component="li" key={`${state}${at}`} sx={{ mb: 1.5 }}>
            <Typography sx={{ fontWeight: 600 }}>{t(`admin-orders.state.${state}`)}</Typography>
            <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
              {`${date(at, { dateStyle: 'medium', timeStyle: 'short' })}, ${staff ?? t(`admin-orders.actor.${actor}`)}`}
            </Typography>
            {reason && <Typography variant="body2">{reason}</Typography>}
          </Box>
        ))}
      </Box>
    </OrderSection>
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
          <OrderSurplusPayments order={order} />
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

export function OrderNotes({ order }: { order: StaffOrderView }): ReactNode {
  const { t, date } = useAdminTexts();
  const { isRunning, run } = usePanelMutation();
  const [text, setText] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await run('POST /admin/order/{id}/note', { params: { id: order.id }, body: { text } })) setText('');
  };
  return (
    <OrderSection title={t('admin-orders.notes')}>
      {order.notes.map(({ id, text: note, at, author }) => (
        <Typography key={id} component="div" sx={{ mb: 1.5 }}>
          <Typography variant="body2" color="text.secondary">
            {[date(at, { dateStyle: 'medium', timeStyle: 'short' }), author].filter(Boolean).join(', ')}
          </Typography>
          <span style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{note}</span>
        </Typography>
      ))}
      <form onSubmit={submit}>
        <NoteField
          label={t('admin-orders.newNote')}
          help={t('admin-orders.noteHelp')}
          value={text}
          maxLength={maxTextLengths.message}
          onChange={setText}
        />
        <Button
          type="submit"
          variant="outlined"
          size="small"
          loading={isRunning}
          disabled={text.trim() === '' || isNoteTooLong(text, maxTextLengths.message)}
        >
          {t('admin-orders.addNote')}
        </Button>
      </form>
    </OrderSection>
  );
}

function OrderTracking({ order }: { order: StaffOrderView }): ReactNode {
  const { t } = useAdminTexts();
  const [isEdited, setIsEdited] = useState(false);
  const isShipped = order.status === 'SHIPPED' || order.status === 'COMPLETED';
  if (!isShipped || order.deliveryType === 'CLICK_AND_COLLECT') return null;
  const { tracking } = order;
  return (
    <OrderSection title={t('admin-orders.trackingNumber')}>
      {/* The stored number stays visible beside the form, because another user may change it in the meantime. */}
      <Typography>
        {tracking?.url ? (
          <Link href={tracking.url} target="_blank" rel="noopener noreferrer">
            {tracking.number}
          </Link>
        ) : (
          (tracking?.number ?? t('admin-orders.noTracking'))
        )}
      </Typography>
      {isEdited ? (
        <TrackingForm order={order} onDone={() => setIsEdited(false)} />
      ) : (
        <Button size="small" onClick={() => setIsEdited(true)}>
          {t('admin-orders.correct')}
        </Button>
      )}
    </OrderSection>
  );
}

function TrackingForm({ order, onDone }: { order: StaffOrderView; onDone: () => void }): ReactNode {
  const { t } = useAdminTexts();
  const { isRunning, run } = usePanelMutation();
  const [number, setNumber] = useState(order.tracking?.number ?? '');
  const [sendsMail, setSendsMail] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const body = { revision: order.revision, trackingNumber: number.trim() || null, sendsMail };
    if (await run('PUT /admin/order/{id}/tracking', { params: { id: order.id }, body })) onDone();
  };
  return (
    <form onSubmit={submit}>
      <TextField
        label={t('admin-orders.trackingNumber')}
        helperText={t('admin-orders.trackingEmpty')}
        value={number}
        onChange={({ target }) => setNumber(target.value)}
      />
      <FormControlLabel
        control={<Checkbox checked={sendsMail} onChange={({ target }) => setSendsMail(target.checked)} />}
        label={t('admin-orders.sendsMail')}
      />
      <Button type="submit" variant="contained" size="small" loading={isRunning}>
        {t('admin-orders.save')}
      </Button>
    </form>
  );
}
