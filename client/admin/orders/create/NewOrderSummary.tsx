import { Alert, Box, Button, Checkbox, FormControlLabel, FormHelperText, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import type { StaffOrderQuote } from '#shared/checkout/staff-checkout-contract.ts';
import { listOrderAmounts, type OrderAmount } from '#shared/orders/list-order-amounts.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { OrderSection } from '../OrderSection/OrderSection.tsx';
import { listOtherErrors } from './order-field-errors.ts';
import { getFulfilment, isDeliveredByCarrier } from './order-form-values.ts';
import type { OrderForm } from './use-order-form.ts';

interface OrderSummaryProps {
  form: OrderForm;
  /** The message of the last failed attempt to place the order, to be passed to `t`; empty without one. */
  failure: string;
  isPlacing: boolean;
  onPlace: () => Promise<void>;
}

export function NewOrderSummary({ form, failure, isPlacing, onPlace }: OrderSummaryProps): ReactNode {
  const { t, euros } = useAdminTexts();
  const { values, quote } = form;
  const { current, isLoading } = quote;
  const label = t(`admin-orders.create.place.${getFulfilment(values)}`);
  return (
    <OrderSection title={t('admin-orders.create.summary')}>
      <Amounts form={form} />
      {quote.latest?.sellsAlcohol && <AgeField form={form} />}
      {failure && (
        <Alert severity="error" sx={{ my: 1 }}>
          {[t(failure), ...listOtherErrors(form.errors)].filter(isFirst).join(' ')}
        </Alert>
      )}
      <Button
        variant="contained"
        size="large"
        fullWidth
        loading={isPlacing}
        onClick={onPlace}
        disabled={values.lines.length > 0 && !current}
        sx={{ mt: 1 }}
      >
        {current && !isLoading ? `${label} – ${euros(current.total)}` : label}
      </Button>
    </OrderSection>
  );
}

const isFirst = (message: string, index: number, messages: readonly string[]): boolean =>
  messages.indexOf(message) === index;

function Amounts({ form: { values, quote } }: { form: OrderForm }): ReactNode {
  const { t } = useAdminTexts();
  if (values.lines.length === 0)
    return <Typography color="text.secondary">{t('admin-orders.create.noLines')}</Typography>;
  if (quote.failure)
    return (
      <Alert
        severity="warning"
        action={
          <Button color="inherit" onClick={quote.reload}>
            {t('admin-orders.create.recompute')}
          </Button>
        }
      >
        {t(quote.failure)}
      </Alert>
    );
  if (!quote.latest) return <Typography color="text.secondary">{t('admin-orders.create.computing')}</Typography>;
  return (
    <Box aria-live="polite" aria-busy={quote.isLoading} sx={{ opacity: quote.current ? 1 : 0.5 }}>
      <AmountRows
        quote={quote.latest}
        code={values.code}
        isDelivered={isDeliveredByCarrier(getFulfilment(values))}
        hasCarrier={quote.latest.carriers.some(({ id }) => id === values.idCarrier)}
      />
    </Box>
  );
}

interface AmountRowsProps {
  quote: StaffOrderQuote;
  code: string;
  isDelivered: boolean;
  hasCarrier: boolean;
}

function AmountRows({ quote, code, isDelivered, hasCarrier }: AmountRowsProps): ReactNode {
  const { t, euros } = useAdminTexts();
  const amounts = listOrderAmounts({
    ...quote,
    discountCode: quote.discount > 0 ? code : null,
    isShipped: isDelivered,
    vat: [{ rate: null, vat: quote.vat }],
  });
  const format = ({ kind, amount }: OrderAmount) => {
    if (kind === 'shipping' && !hasCarrier) return t('admin-orders.create.carrierMissing');
    return euros(kind === 'discount' ? -amount : amount);
  };
  return (
    <Box component="dl" sx={{ m: 0 }}>
      {amounts.map((row) => {
        const fontWeight = row.kind === 'total' ? 600 : 400;
        return (
          <Stack key={row.kind} direction="row" sx={{ justifyContent: 'space-between', gap: 2, py: 0.25 }}>
            <Typography component="dt" sx={{ fontWeight }}>
              {t(`admin-orders.sum.${row.kind}`)}
            </Typography>
            <Typography component="dd" sx={{ m: 0, textAlign: 'right', fontWeight }}>
              {format(row)}
            </Typography>
          </Stack>
        );
      })}
    </Box>
  );
}

function AgeField({ form: { values, errors, change } }: { form: OrderForm }): ReactNode {
  const { t } = useAdminTexts();
  const error = errors.isAdult;
  return (
    <Box sx={{ mt: 1 }}>
      <FormControlLabel
        control={
          <Checkbox
            checked={values.isAdult}
            slotProps={{ input: { 'aria-invalid': error !== undefined, 'aria-describedby': 'is-adult-error' } }}
          />
        }
        label={t('admin-orders.create.isAdult')}
        onChange={(_event, isAdult) => change({ isAdult }, 'isAdult')}
      />
      <FormHelperText id="is-adult-error" error>
        {error}
      </FormHelperText>
    </Box>
  );
}
