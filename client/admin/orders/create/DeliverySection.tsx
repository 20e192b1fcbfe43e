import { Checkbox, FormControlLabel, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { OrderSection } from '../OrderSection/OrderSection.tsx';
import { AddressFields } from './AddressFields.tsx';
import { CarrierField } from './CarrierField.tsx';
import { CollectionFields } from './CollectionFields.tsx';
import { LabelledRadioGroup } from './LabelledRadioGroup.tsx';
import { emptyAddress, fulfilments, getFulfilment, isDeliveredByCarrier } from './order-form-values.ts';
import { PickupPointField } from './PickupPointField.tsx';
import type { OrderForm } from './use-order-form.ts';

/** The way of a new order to the customer, with postal addresses, carrier, pickup point or time of collection. */
export function DeliverySection({ form }: { form: OrderForm }): ReactNode {
  const { t } = useAdminTexts();
  const fulfilment = getFulfilment(form.values);
  return (
    <OrderSection title={t('admin-orders.delivery')}>
      <FulfilmentField form={form} />
      {isDeliveredByCarrier(fulfilment) && <ShipmentFields form={form} />}
      {fulfilment === 'COLLECTION' && <CollectionFields form={form} />}
      {fulfilment === 'MAIL' && <Typography sx={{ mb: 1.5 }}>{t('admin-orders.create.vouchersByMail')}</Typography>}
      <BillingFields form={form} />
    </OrderSection>
  );
}

/**
 * The choice of the fulfilment. MAIL is offered only for orders of nothing but vouchers, and carriers only for other
 * orders. The chosen fulfilment stays in the list even if it no longer suits the order.
 */
function FulfilmentField({ form: { values, quote, errors, change } }: { form: OrderForm }): ReactNode {
  const { t } = useAdminTexts();
  const fulfilment = getFulfilment(values);
  const hasGoods = quote.latest?.needsDelivery ?? true;
  const offered = fulfilments.filter(
    (each) => each === fulfilment || (hasGoods ? each !== 'MAIL' : !isDeliveredByCarrier(each)),
  );
  return (
    <LabelledRadioGroup
      label={t('admin-orders.create.fulfilment')}
      choices={offered.map((each) => [each, t(`admin-orders.create.fulfilment.${each}`)])}
      value={fulfilment}
      error={errors['delivery.type']}
      onChange={(chosen) => change({ fulfilment: chosen, idCarrier: null, pickupPoint: null, slot: null }, 'delivery')}
    />
  );
}

function ShipmentFields({ form }: { form: OrderForm }): ReactNode {
  const { t } = useAdminTexts();
  const { values, change } = form;
  return (
    <>
      {getFulfilment(values) === 'PICKUP' && (
        <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
          {t('admin-orders.create.pickupAddress')}
        </Typography>
      )}
      <AddressFields
        form={form}
        path="address.delivery"
        value={values.address}
        onChange={(address, path) => change({ address }, path)}
      />
      <CarrierField form={form} />
      {getFulfilment(values) === 'PICKUP' && values.idCarrier !== null && (
        <PickupPointField key={values.idCarrier} form={form} idCarrier={values.idCarrier} />
      )}
    </>
  );
}

function BillingFields({ form }: { form: OrderForm }): ReactNode {
  const { t } = useAdminTexts();
  const { values, change } = form;
  const label = t(`admin-orders.create.billing.${isDeliveredByCarrier(getFulfilment(values)) ? 'other' : 'given'}`);
  return (
    <>
      <FormControlLabel
        control={<Checkbox checked={values.billing !== null} />}
        label={label}
        onChange={(_event, isChecked) => change({ billing: isChecked ? emptyAddress : null }, 'address.billing')}
      />
      {values.billing && (
        <AddressFields
          form={form}
          path="address.billing"
          value={values.billing}
          onChange={(billing, path) => change({ billing }, path)}
        />
      )}
    </>
  );
}
