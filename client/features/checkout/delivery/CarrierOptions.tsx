import { useTexts } from '#client/core/app-context.tsx';
import { FieldError } from '#client/ui/form/Field.tsx';
import { formatDeliveryTime } from '#shared/shipping/delivery-time/format-delivery-time.ts';
import type { CarrierOption } from '#shared/shipping/shipping-contract.ts';
import css from '../Checkout.module.css';
import { useCheckout } from '../checkout-context.ts';
import { useCheckoutDraft, useCheckoutStore } from '../checkout-store-context.tsx';
import { RadioOption } from '../RadioOption.tsx';
import { RetryMessage } from '../RetryMessage.tsx';
import type { ShippingFeeSyncState } from './use-shipping-fee-sync.ts';

const deliveryTimeKeys = {
  exact: 'checkout.carrier.delivery-time',
  range: 'checkout.carrier.delivery-time.range',
} as const;

export function CarrierOptions({ calculation }: { calculation: ShippingFeeSyncState }) {
  const { t } = useTexts();
  const { errors, clearErrors } = useCheckout();
  const checkout = useCheckoutStore();
  const carriers = useCheckoutDraft(({ shippingPrices }) => shippingPrices);
  const chosen = useCheckoutDraft(({ carrier }) => carrier);
  const choose = (carrier: CarrierOption) => {
    checkout.getState().chooseCarrier(carrier);
    clearErrors('delivery.idCarrier', 'delivery.accessPoint');
  };
  return (
    <fieldset className={css.choices} aria-busy={calculation.isBusy} data-area>
      <legend className={css.legend}>{t('checkout.carriers')}</legend>
      {!calculation.isRequested && <p className={css.soft}>{t('checkout.carriers.later')}</p>}
      <p role="status" className={css.soft}>
        {calculation.isBusy && carriers.length === 0 && t('checkout.carriers.busy')}
      </p>
      <RetryMessage failure={calculation.isBusy ? '' : calculation.failure} onRetry={calculation.reload} />
      {calculation.isRequested &&
        carriers.map((carrier) => (
          <RadioOption
            key={carrier.id}
            name="carrier"
            value={String(carrier.id)}
            checked={carrier.id === chosen?.id}
            onChoose={() => choose(carrier)}
            title={carrier.name}
            aside={<Fee carrier={carrier} />}
          >
            {[
              carrier.deliveryType === 'PICKUP' ? t('checkout.carrier.pickup-point') : t('checkout.carrier.delivery'),
              carrier.deliveryTime && formatDeliveryTime(t, deliveryTimeKeys, carrier.deliveryTime),
            ]
              .filter(Boolean)
              .join(' · ')}
          </RadioOption>
        ))}
      <FieldError id="error-carrier" error={errors['delivery.idCarrier']} />
    </fieldset>
  );
}

function Fee({ carrier: { fdp, price } }: { carrier: CarrierOption }) {
  const { t, euros } = useTexts();
  if (fdp > 0) return <span>{euros(fdp)}</span>;
  return (
    <>
      {price > 0 && (
        <s>
          <span className="unseen">{t('checkout.carrier.instead')} </span>
          {euros(price)}
        </s>
      )}{' '}
      <span>{t('cart.sum.shipping-free')}</span>
    </>
  );
}
