import { useEffect } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { FieldError } from '#client/ui/form/Field.tsx';
import { fitsDelivery } from '#shared/payments/payment-method.ts';
import css from './Checkout.module.css';
import { Choice } from './Choice.tsx';
import { useCheckout } from './checkout-context.ts';
import { useCheckoutDraft, useCheckoutStore } from './checkout-store-context.tsx';
import { orderDelivery } from './order-body.ts';
import { Step } from './Step.tsx';

/** How it is paid; only what fits the way of delivery is offered. */
export function PaymentStep() {
  const { t } = useTexts();
  const { payments, faults, forgive } = useCheckout();
  const checkout = useCheckoutStore();
  const chosen = useCheckoutDraft(({ payment }) => payment);
  const delivery = useCheckoutDraft(orderDelivery);
  const offered = payments.filter(({ method }) => fitsDelivery(method, delivery));
  const isOffered = offered.some(({ method }) => method === chosen);
  const only = offered.length === 1 ? offered[0]?.method : undefined;

  useEffect(() => {
    if (chosen !== null && !isOffered) checkout.getState().setPayment(null);
    else if (chosen === null && only) checkout.getState().setPayment(only);
  }, [chosen, isOffered, only, checkout]);

  return (
    <Step number={4} title={t('ordering.step.payment')}>
      <fieldset className={css.choices} data-area>
        <legend className="unseen">{t('ordering.step.payment')}</legend>
        {offered.map(({ method, label, instructions }) => (
          <Choice
            key={method}
            name="payment"
            value={method}
            checked={method === chosen}
            onChoose={() => {
              checkout.getState().setPayment(method);
              forgive('payment');
            }}
            title={label}
          >
            {method === chosen && <span className={css.instructions}>{instructions}</span>}
          </Choice>
        ))}
        <FieldError id="fault-payment" error={faults.payment} />
      </fieldset>
    </Step>
  );
}
