import { useEffect } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { useCart, useCartStore } from '#client/features/cart/cart-context.tsx';
import { FieldError } from '#client/ui/form/Field.tsx';
import { fitsDelivery } from '#shared/payments/payment.ts';
import css from './Checkout.module.css';
import { Choice } from './Choice.tsx';
import { useCheckout } from './checkout-context.ts';
import { orderDelivery } from './order-body.ts';
import { Step } from './Step.tsx';

/** How it is paid; only what fits the way of delivery is offered. */
export function PaymentStep() {
  const { t } = useTexts();
  const { payments, faults, forgive } = useCheckout();
  const cart = useCartStore();
  const chosen = useCart(({ payment }) => payment);
  const delivery = useCart(orderDelivery);
  const offered = payments.filter(({ method }) => fitsDelivery(method, delivery));
  const isOffered = offered.some(({ method }) => method === chosen);
  const only = offered.length === 1 ? offered[0]?.method : undefined;

  useEffect(() => {
    if (chosen !== null && !isOffered) cart.getState().put({ payment: null });
    else if (chosen === null && only) cart.getState().put({ payment: only });
  }, [chosen, isOffered, only, cart]);

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
              cart.getState().put({ payment: method });
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
