import { Box, TextField, Typography } from '@mui/material';
import type { FormEvent, ReactNode } from 'react';
import { Title } from 'react-admin';
import { maxTextLengths } from '#shared/limits.ts';
import { staffOrderChannels } from '#shared/orders/order-channel.ts';
import { toLocalDay } from '#shared/places/local-time.ts';
import { useAdminConfig, useAdminTexts } from '../../core/admin-context.tsx';
import { NoteField } from '../../inputs/NoteField.tsx';
import { OrderSection } from '../OrderSection/OrderSection.tsx';
import { CustomerSection } from './CustomerSection.tsx';
import { DeliverySection } from './DeliverySection.tsx';
import { LabelledRadioGroup } from './LabelledRadioGroup.tsx';
import { NewOrderLinesSection } from './NewOrderLinesSection.tsx';
import { NewOrderSummary } from './NewOrderSummary.tsx';
import { OrderTextField } from './OrderTextField.tsx';
import { pickPaymentMethod } from './order-bodies.ts';
import { getSettlement } from './order-form-values.ts';
import { type OrderForm, useOrderForm } from './use-order-form.ts';

function PaymentSection({ form }: { form: OrderForm }): ReactNode {
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

export default function OrderCreate(): ReactNode {
  const { t } = useAdminTexts();
  const { formRef, submit, isPlacing, failure, ...form } = useOrderForm();
  return (
    <Box component="form" ref={formRef} onSubmit={preventSubmission} noValidate sx={{ mt: 2, maxWidth: 1200 }}>
      <Title title={t('admin-orders.create.title')} />
      <Typography variant="body2" color="text.secondary" sx={{ mb: 2, maxWidth: '70ch' }}>
        {t('admin-orders.create.help')}
      </Typography>
      <Box sx={columns}>
        <div>
          <ChannelSection form={form} />
          <NewOrderLinesSection form={form} />
          <CustomerSection form={form} />
          <DeliverySection form={form} />
          <PaymentSection form={form} />
          <NoteSection form={form} />
        </div>
        <Box sx={{ position: { lg: 'sticky' }, top: { lg: 64 } }}>
          <NewOrderSummary form={form} failure={failure} isPlacing={isPlacing} onPlace={submit} />
        </Box>
      </Box>
    </Box>
  );
}

/** Prevents the submission of the form by the Enter key in a text field, which must not place the order. */
const preventSubmission = (event: FormEvent): void => event.preventDefault();

const columns = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' },
};

function ChannelSection({ form: { values, change } }: { form: OrderForm }): ReactNode {
  const { t } = useAdminTexts();
  return (
    <OrderSection title={t('admin-orders.channel')}>
      <LabelledRadioGroup
        label={t('admin-orders.create.channel')}
        choices={staffOrderChannels.map((channel) => [channel, t(`admin-orders.channelName.${channel}`)])}
        value={values.channel}
        onChange={(channel) => change({ channel }, 'channel')}
      />
    </OrderSection>
  );
}

function NoteSection({ form }: { form: OrderForm }): ReactNode {
  const { t } = useAdminTexts();
  return (
    <OrderSection title={t('admin-orders.message')}>
      <NoteField
        label={t('admin-orders.create.message')}
        help={t('admin-orders.create.messageHelp')}
        error={form.errors.message}
        value={form.values.message}
        maxLength={maxTextLengths.message}
        onChange={(message) => form.change({ message }, 'message')}
      />
    </OrderSection>
  );
}
