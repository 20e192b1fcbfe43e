import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { useSession } from '#client/features/accounts/session-context.tsx';
import { useCart, useCartStore } from '#client/features/cart/cart-context.tsx';
import { useLineErrors } from '#client/features/cart/use-line-errors.ts';
import { StatutoryNotices } from '#client/features/catalogue/StatutoryNotices/StatutoryNotices.tsx';
import css from '../Checkout.module.css';
import { CheckoutContext, type CheckoutOptions } from '../checkout-context.ts';
import { useCheckoutDraft, useCheckoutStore } from '../checkout-store-context.tsx';
import { DeliveryStep } from '../delivery/DeliveryStep.tsx';
import { createOrderBody } from '../order-body.ts';
import { type CheckoutErrors, type ConfirmationStepFields, validateCheckoutDraft } from '../validate-checkout-draft.ts';
import { AccountStep } from './AccountStep.tsx';
import { BillingStep } from './BillingStep.tsx';
import { SummaryAside, SummaryDisclosure, useIsWideScreen } from './CheckoutSummary.tsx';
import { ConfirmStep } from './ConfirmStep.tsx';
import { focusFirstError } from './focus-first-error.ts';
import { PaymentStep } from './PaymentStep.tsx';
import { useCustomerPrefill } from './use-customer-prefill.ts';
import { useOrderAmounts } from './use-order-amounts.ts';
import { useOrderSubmission } from './use-order-submission.ts';

interface CheckoutProps {
  shop: CheckoutOptions;
  onPlaced: () => void;
}

/** The checkout with all steps on one page. Its draft survives a reload. */
export function Checkout({ shop, onPlaced }: CheckoutProps) {
  const form = useRef<HTMLDivElement>(null);
  const isWide = useIsWideScreen();
  const { errors, show, value } = useCheckoutErrors(shop, form);
  const order = useOrderSubmission({ onRefused: (found) => show(found, true), onPlaced });
  const { confirmation, change, ...needs } = useConfirmation();
  const { totals } = useOrderAmounts();
  const cart = useCartStore();
  const checkout = useCheckoutStore();
  const { t } = useTexts();
  const isLoggedIn = useSession(({ me }) => me.id !== '');
  const [isIncomplete, setIncomplete] = useState(false);
  useClearWhenCorrected(value.lineErrors.size, order.clearFailure);
  const missingCount = isIncomplete ? Object.keys(errors).length : 0;
  useCustomerPrefill();

  const placeOrder = () => {
    const missing = validateCheckoutDraft({ draft: checkout.getState(), confirmation, isLoggedIn, ...needs });
    setIncomplete(missing.length > 0);
    if (missing.length === 0)
      return order.submit(
        createOrderBody(cart.getState(), checkout.getState(), {
          total: totals.total,
          email: isLoggedIn ? '' : checkout.getState().email.trim(),
          birthdate: needs.needsBirthdate ? checkout.getState().birthdate : '',
          acceptTerms: confirmation.acceptsTerms,
          newsletter: confirmation.subscribesToNewsletter,
        }),
      );
    order.clearFailure();
    return show(Object.fromEntries(missing.map(([field, kind]) => [field, t(`checkout.issue.${kind}`)])));
  };
  return (
    <CheckoutContext value={value}>
      <div className={css.checkout}>
        {!isWide && <SummaryDisclosure />}
        <div ref={form} className={css.steps}>
          <AccountStep onLogin={order.clearFailure} />
          <DeliveryStep />
          <BillingStep />
          <PaymentStep />
          <ConfirmStep
            confirmation={confirmation}
            onConfirm={change}
            {...needs}
            isWide={isWide}
            isBusy={order.isBusy}
            failure={order.failure || (missingCount > 0 ? t('checkout.confirm.missing', { count: missingCount }) : '')}
            onOrder={placeOrder}
          />
        </div>
        {isWide && <SummaryAside />}
      </div>
      {needs.needsAge && <StatutoryNotices hasAlcohol />}
    </CheckoutContext>
  );
}

/** Manages the errors of the checkout and builds the context value of its steps. */
function useCheckoutErrors(shop: CheckoutOptions, form: RefObject<HTMLElement | null>) {
  const [errors, setErrors] = useState<CheckoutErrors>({});
  const { lineErrors, showLineErrors } = useLineErrors();
  const [refusalCount, setRefusalCount] = useState(0);
  const [showCount, setShowCount] = useState(0);
  const cart = useCartStore();
  const show = (found: CheckoutErrors, isRefusal = false) => {
    setErrors(found);
    showLineErrors(found, cart.getState().products);
    if (isRefusal) setRefusalCount((count) => count + 1);
    setShowCount((count) => count + 1);
  };
  // An effect focuses the first error, because it must run after the error messages have been rendered.
  useEffect(() => {
    if (showCount > 0) focusFirstError(form.current);
  }, [showCount, form]);
  const value = useMemo(
    () => ({
      ...shop,
      errors,
      lineErrors,
      refusalCount,
      clearErrors: (...fields: string[]) =>
        setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !fields.includes(field)))),
    }),
    [shop, errors, lineErrors, refusalCount],
  );
  return { errors, show, value };
}

/** Clears the message of a refused order once all cart lines that it named have been corrected. */
function useClearWhenCorrected(lineErrorCount: number, clearFailure: () => void): void {
  const previousCount = useRef(lineErrorCount);
  useEffect(() => {
    if (previousCount.current > 0 && lineErrorCount === 0) clearFailure();
    previousCount.current = lineErrorCount;
  }, [lineErrorCount, clearFailure]);
}

/** Manages the fields of the confirmation step, and determines which of the fields this cart and customer need. */
function useConfirmation() {
  const [confirmation, setConfirmation] = useState<ConfirmationStepFields>({
    acceptsTerms: false,
    isAdult: false,
    subscribesToNewsletter: false,
  });
  const needsAge = useCart(({ products }) => products.some(({ product }) => product.isAlcohol));
  const me = useSession((state) => state.me);
  const isGuest = useCheckoutDraft(({ customerMode }) => customerMode === 'guest');
  return {
    confirmation,
    change: (part: Partial<ConfirmationStepFields>) => setConfirmation((before) => ({ ...before, ...part })),
    needsAge,
    needsBirthdate: needsAge && (me.id === '' ? isGuest : me.birthdate === ''),
  };
}
