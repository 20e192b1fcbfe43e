import { Box, Button, Checkbox, FormControlLabel, Stack, Typography } from '@mui/material';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { StaffOrderView } from '#shared/orders/staff-order-view.ts';
import { addDays, toLocalDay } from '#shared/places/local-time.ts';
import { useAdminConfig, useAdminTexts } from '../core/admin-context.tsx';
import { usePanelMutation } from '../core/use-panel-mutation.ts';
import { parseInstantInput } from '../inputs/instant-text.ts';
import { PlainInstantInput } from '../inputs/PlainInstantInput.tsx';
import { OrderSection } from './OrderSection/OrderSection.tsx';

/** Number of days from now that the form suggests for an order without a payment deadline. */
const suggestedDays = 7;

interface PaymentDueFormProps {
  order: StaffOrderView;
  onClose: () => void;
}

/** Asks until when an unpaid order waits for its payment, in the estate's time zone, or exempts the order. */
function PaymentDueForm({ order, onClose }: PaymentDueFormProps): ReactNode {
  const { t } = useAdminTexts();
  const { timeZone } = useAdminConfig();
  const { isRunning, run, errors } = usePanelMutation(['paymentDueAt']);
  const [dueAt, setDueAt] = useState(() => order.paymentDueAt ?? suggestTime(timeZone));
  const [isExempt, setIsExempt] = useState(order.paymentDueAt === null);
  const [mistake, setMistake] = useState<'missing' | 'past' | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = isExempt ? null : dueAt === null ? 'missing' : Date.parse(dueAt) <= Date.now() ? 'past' : null;
    setMistake(found);
    if (found !== null) return;
    const body = { revision: order.revision, paymentDueAt: isExempt ? null : dueAt };
    if (await run('PUT /admin/order/{id}/payment-due', { params: { id: order.id }, body })) onClose();
  };
  const error = mistake ? t(`admin-orders.due.${mistake}`) : errors.paymentDueAt;
  return (
    <form onSubmit={submit} noValidate>
      <Box sx={{ mt: 2 }}>
        <PlainInstantInput
          label={t('admin-orders.due.at')}
          help={t('admin-orders.due.help')}
          error={error}
          value={dueAt}
          disabled={isExempt}
          onChange={(value) => {
            setDueAt(value);
            setMistake(null);
          }}
        />
      </Box>
      <FormControlLabel
        control={
          <Checkbox
            checked={isExempt}
            onChange={({ target }) => {
              setIsExempt(target.checked);
              setMistake(null);
            }}
          />
        }
        label={t('admin-orders.due.exempt')}
      />
      <Typography variant="body2" color="text.secondary">
        {t('admin-orders.due.exemptHelp')}
      </Typography>
      <Stack direction="row" spacing={1} sx={{ mt: 1 }}>
        <Button type="submit" variant="contained" size="small" loading={isRunning}>
          {t('admin-orders.save')}
        </Button>
        <Button size="small" onClick={onClose}>
          {t('admin-orders.back')}
        </Button>
      </Stack>
    </form>
  );
}

/** Returns the time that the form suggests at first: the end of the day in `suggestedDays` days. */
const suggestTime = (timeZone: string): string | null =>
  parseInstantInput(`${addDays(toLocalDay(Date.now(), timeZone), suggestedDays)}T23:59`, timeZone);

/** Shows when an unpaid order is cancelled automatically, and extends the time or exempts the order. */
export function OrderPaymentDeadline({ order }: { order: StaffOrderView }): ReactNode {
  const { t, date } = useAdminTexts();
  const [isEdited, setIsEdited] = useState(false);
  const { status, paymentDueAt } = order;
  if (status !== 'PENDING') return null;
  return (
    <OrderSection title={t('admin-orders.due.title')}>
      {/* The stored time stays visible beside the form, because another user may change it in the meantime. */}
      <Typography>
        {paymentDueAt === null
          ? t('admin-orders.due.none')
          : t('admin-orders.due.stored', { due: date(paymentDueAt, { dateStyle: 'long', timeStyle: 'short' }) })}
      </Typography>
      {isEdited ? (
        <PaymentDueForm order={order} onClose={() => setIsEdited(false)} />
      ) : (
        <Button size="small" onClick={() => setIsEdited(true)}>
          {t('admin-orders.due.change')}
        </Button>
      )}
    </OrderSection>
  );
}
