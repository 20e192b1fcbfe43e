import { Checkbox, FormControlLabel } from '@mui/material';
import type { ReactNode } from 'react';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { OrderSection } from '../OrderSection.tsx';
import { AddressFields } from './AddressFields.tsx';
import { CarrierField } from './CarrierField.tsx';
import { ChoiceOfOne } from './ChoiceOfOne.tsx';
import { emptyAddress, fulfilments, getFulfilment } from './order-draft.ts';
import type { OrderForm } from './use-order-form.ts';

/** The way of a new order to the customer, with postal addresses and carrier. */
export function DeliverySection({ form }: { form: OrderForm }): ReactNode {
  const { t } = useAdminTexts();
  const { draft, change } = form;
  const fulfilment = getFulfilment(draft);
  return (
    <OrderSection title={t('admin-orders.delivery')}>
      <ChoiceOfOne
        label={t('admin-orders.create.fulfilment')}
        choices={fulfilments.map((each) => [each, t(`admin-orders.create.fulfilment.${each}`)])}
        value={fulfilment}
        onChange={(chosen) => change({ fulfilment: chosen }, 'delivery')}
      />
      {fulfilment === 'DELIVERY' && (
        <>
          <AddressFields
            form={form}
            path="address.delivery"
            value={draft.address}
            onChange={(address, path) => change({ address }, path)}
          />
          <CarrierField form={form} />
        </>
      )}
      <FormControlLabel
        control={<Checkbox checked={draft.billing !== null} />}
        label={t(`admin-orders.create.billing.${fulfilment === 'DELIVERY' ? 'other' : 'given'}`)}
        onChange={(_event, isChecked) => change({ billing: isChecked ? emptyAddress : null }, 'address.billing')}
      />
      {draft.billing && (
        <AddressFields
          form={form}
          path="address.billing"
          value={draft.billing}
          onChange={(billing, path) => change({ billing }, path)}
        />
      )}
    </OrderSection>
  );
}
