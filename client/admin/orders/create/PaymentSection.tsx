import { TextField, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { maxTextLengths } from '#shared/limits.ts';
import { toLocalDay } from '#shared/places/local-time.ts';
import { useAdminConfig, useAdminTexts } from '../../core/admin-context.tsx';
import { OrderSection } from '../OrderSection/OrderSection.tsx';
import { LabelledRadioGroup } from './LabelledRadioGroup.tsx';
import { OrderTextField } from './OrderTextField.tsx';
import { pickPaymentMethod } from './order-bodies.ts';
import { getSettlement } from './order-form-values.ts';
import type { OrderForm } from './use-order-form.ts';

/** The payment of a new order: whether the customer has paid, the payment method and the discount code. */
export function PaymentSection({ form }: { form: OrderForm }): ReactNode {
  const { t } = useAdminTexts();
  const { timeZone } = useAdminConfig();
  const { values, quote, errors, change } = form;
  const settlement = getSettlement(values);
  const methods = quote.latest?.payments ?? [];
  return (
    <OrderSection title={t('admin-orders.payment')}>
      {settlement === 'TAKEN_AWAY' ? (
        <Typography sx={{ mb: 1.5 }}>{t('admin-orders.create.paidAtOnce')}</Typography>
      ) : (
        <LabelledRadioGroup
          label={t('admin-orders.create.settlement')}
          choices={[
            ['OPEN', t('admin-orders.create.settlement.OPEN')],
            ['PAID', t('admin-orders.create.settlement.PAID')],
          ]}
          value={settlement}
          error={errors.settlement}
          onChange={(chosen) => change({ isPaid: chosen === 'PAID' }, 'settlement')}
        />
      )}
      {methods.length > 0 && (
        <LabelledRadioGroup
          label={t('admin-orders.method')}
          choices={methods.map(({ method, label }) => [method, label])}
          value={pickPaymentMethod(values, quote.latest)}
          error={errors.payment}
          onChange={(payment) => change({ payment }, 'payment')}
        />
      )}
      {settlement === 'PAID' && (
        <TextField
          type="date"
          label={t('admin-orders.paidOn')}
          value={values.paidOn || toLocalDay(Date.now(), timeZone)}
          error={errors.paidOn !== undefined}
          helperText={errors.paidOn}
          onChange={({ target }) => change({ paidOn: target.value }, 'paidOn')}
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { max: toLocalDay(Date.now(), timeZone) } }}
          sx={{ maxWidth: 240 }}
        />
      )}
      <OrderTextField
        form={form}
        path="discount.code"
        label={t('admin-orders.create.code')}
        value={values.code}
        maxLength={maxTextLengths.code}
        autoComplete="off"
        onChange={(code) => change({ code }, 'discount.code')}
      />
    </OrderSection>
  );
}
