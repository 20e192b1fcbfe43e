import { useEffect } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { FieldError } from '#client/ui/form/Field.tsx';
import { isMethodAllowed } from '#shared/payments/payment-method.ts';
import css from '../Checkout.module.css';
import { CheckoutStep } from '../CheckoutStep.tsx';
import { useCheckout } from '../checkout-context.ts';
import { useCheckoutDraft, useCheckoutStore } from '../checkout-store.tsx';
import { toOrderDeliveryType } from '../order-body.ts';
import { RadioOption } from '../RadioOption.tsx';

export function PaymentStep() {
  const { t } = useTexts();
  const { payments, errors, clearErrors } = useCheckout();
  const checkout = useCheckoutStore();
  const chosen = useCheckoutDraft(({ payment }) => payment);
  const delivery = useCheckoutDraft(toOrderDeliveryType);
  const offered = payments.filter(({ method }) => isMethodAllowed(method, delivery));
  const isOffered = offered.some(({ method }) => method === chosen);
  const onlyMethod = offered.length === 1 ? offered[0]?.method : undefined;

  useEffect(() => {
    if (chosen !== null && !isOffered) checkout.getState().setPayment(null);
    else if (chosen === null && onlyMethod) checkout.getState().setPayment(onlyMethod);
  }, [chosen, isOffered, onlyMethod, checkout]);

  return (
    <CheckoutStep number={4} title={t('checkout.step.payment')}>
      <fieldset className={css.choices} data-area>
        <legend className="unseen">{t('checkout.step.payment')}</legend>
        {offered.map(({ method, label, instructions }) => (
          <RadioOption
            key={method}
            name="payment"
            value={method}
            checked={method === chosen}
            onChoose={() => {
              checkout.getState().setPayment(method);
              clearErrors('payment');
            }}
            title={label}
          >
            {method === chosen && <span className={css.instructions}>{instructions}</span>}
          </RadioOption>
        ))}
        <FieldError id="error-payment" error={errors.payment} />
      </fieldset>
    </CheckoutStep>
  );
}
