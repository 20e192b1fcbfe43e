import { Alert, FormHelperText, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { LabelledRadioGroup } from './LabelledRadioGroup.tsx';
import type { OrderForm } from './use-order-form.ts';

/** The carriers that deliver the wines of a new order to its address or a pickup point near it, with their fees. */
export function CarrierField({ form }: { form: OrderForm }): ReactNode {
  const { t, euros } = useAdminTexts();
  const { values, quote, errors, change } = form;
  const error = errors['delivery.idCarrier'];
  const carriers = values.address.postalCode.trim() === '' ? [] : (quote.latest?.carriers ?? []);
  const issue = quote.latest?.shipmentIssue;
  if (issue)
    return (
      <Alert severity={error ? 'error' : 'warning'} sx={{ my: 1 }}>
        {t(`admin-orders.create.shipment.${issue.reason}`, { bottles: issue.bottles, min: issue.min, max: issue.max })}
      </Alert>
    );
  if (carriers.length === 0)
    return (
      <>
        <Typography variant="body2" color="text.secondary" aria-live="polite" sx={{ my: 1 }}>
          {t(`admin-orders.create.carriers.${describeMissingCarriers(form)}`)}
        </Typography>
        {error && <FormHelperText error>{error}</FormHelperText>}
      </>
    );
  return (
    <LabelledRadioGroup
      label={t('admin-orders.create.carrier')}
      choices={carriers.map(({ id, name, fdp }) => [String(id), `${name}, ${euros(fdp)}`])}
      value={values.idCarrier === null ? null : String(values.idCarrier)}
      error={error}
      onChange={(id) => change({ idCarrier: Number(id), pickupPoint: null }, 'delivery')}
    />
  );
}

/** Returns why no carrier is shown, as the last part of a text's key. */
function describeMissingCarriers({ values, quote }: OrderForm): 'incomplete' | 'loading' | 'none' {
  if (values.lines.length === 0 || values.address.postalCode.trim() === '') return 'incomplete';
  return quote.current ? 'none' : 'loading';
}
