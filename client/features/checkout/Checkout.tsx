import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { useSession } from '#client/features/accounts/session-context.tsx';
import { useCart, useCartStore } from '#client/features/cart/cart-context.tsx';
import { lineErrors } from '#client/features/cart/line-errors.ts';
import { SellingNotices } from '#client/features/catalogue/SellingNotices/SellingNotices.tsx';
import { AccountStep } from './AccountStep.tsx';
import { BillingStep } from './BillingStep.tsx';
import css from './Checkout.module.css';
import { ConfirmStep } from './ConfirmStep.tsx';
import { CheckoutContext, type CheckoutShop } from './checkout-context.ts';
import { type CheckoutErrors, type Confirmation, validateDraft } from './validate-draft.ts';
import { useCheckoutStore } from './checkout-store-context.tsx';
import { DeliveryStep } from './delivery/DeliveryStep.tsx';
import { focusFirstError } from './focus-first-error.ts';
import { orderBody } from './order-body.ts';
import { PaymentStep } from './PaymentStep.tsx';
import { SummaryAside, SummaryDisclosure, useWideScreen } from './CheckoutSummary.tsx';
import { useCustomerPrefill } from './use-customer-prefill.ts';
import { useOrderSubmission } from './use-order-submission.ts';
import { useOrderFigures } from './use-order-figures.ts';

interface CheckoutProps {
  shop: CheckoutShop;
  /** The order is placed: the page leads on. */
  onPlaced: () => void;
}

/** All steps from the cart to the order on one page. What the customer enters is kept in the draft and survives a reload. */
export function Checkout({ shop, onPlaced }: CheckoutProps) {
  const form = useRef<HTMLDivElement>(null);
  const isWide = useWideScreen();
  const { faults, show, value } = useCheckoutErrors(shop, form);
  const order = useOrderSubmission({ onRefused: (found) => show(found, true), onPlaced });
  const { confirmation, change, ...needs } = useConfirmation();
  const { totals } = useOrderFigures();
  const cart = useCartStore();
  const checkout = useCheckoutStore();
  const { t } = useTexts();
  const isKnown = useSession(({ me }) => me.id !== '');
  const [isIncomplete, setIncomplete] = useState(false);
  const left = isIncomplete ? Object.keys(faults).length : 0;
  useCustomerPrefill();

  const place = () => {
    const missing = validateDraft({ draft: checkout.getState(), confirmation, isLoggedIn, ...needs });
    setIncomplete(missing.length > 0);
    if (missing.length === 0)
      return order.submit(
        orderBody(cart.getState(), checkout.getState(), {
          total: totals.total,
          birthdate: needs.needsBirthdate ? confirmation.birthdate : '',
          acceptTerms: confirmation.terms,
        }),
      );
    order.clearFailure();
    return show(Object.fromEntries(missing.map(([field, kind]) => [field, t(`ordering.fault.${kind}`)])));
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
            busy={order.busy}
            failure={order.failure || (left > 0 ? t('ordering.confirm.missing', { count: left }) : '')}
            onOrder={place}
          />
        </div>
        {isWide && <SummaryAside />}
      </div>
      {needs.needsAge && <SellingNotices alcohol />}
    </CheckoutContext>
  );
}

/** What is at fault, and what the steps read. */
function useCheckoutErrors(shop: CheckoutShop, form: RefObject<HTMLElement | null>) {
  const [faults, setFaults] = useState<CheckoutErrors>({});
  const [lineFaults, setLineFaults] = useState<ReadonlyMap<number, string>>(new Map());
  const [refusals, setRefusals] = useState(0);
  const [shown, setShown] = useState(0);
  const cart = useCartStore();
  const show = (found: CheckoutErrors, byShop = false) => {
    setFaults(found);
    setLineFaults(lineErrors(found, cart.getState().products));
    if (byShop) setRefusals((count) => count + 1);
    setShown((count) => count + 1);
  };
  // Once the faults are in the document.
  useEffect(() => {
    if (shown > 0) focusFirstError(form.current);
  }, [shown, form]);
  const value = useMemo(
    () => ({
      ...shop,
      faults,
      lineFaults,
      refusals,
      forgive: (...fields: string[]) =>
        setFaults((known) => Object.fromEntries(Object.entries(known).filter(([field]) => !fields.includes(field)))),
    }),
    [shop, faults, lineFaults, refusals],
  );
  return { faults, show, value };
}

/** What is confirmed for this order alone, and what of it this cart and customer need. */
function useConfirmation() {
  const [confirmation, setConfirmation] = useState<Confirmation>({ terms: false, age: false, birthdate: '' });
  const needsAge = useCart(({ products }) => products.some(({ product }) => product.isAlcohol));
  const me = useSession((state) => state.me);
  return {
    confirmation,
    change: (part: Partial<Confirmation>) => setConfirmation((before) => ({ ...before, ...part })),
    needsAge,
    needsBirthdate: needsAge && me.id !== '' && me.birthdate === '',
  };
}
