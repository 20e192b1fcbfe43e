import { useSyncExternalStore } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { useSession } from '#client/features/accounts/session.tsx';
import { CartSummary } from '#client/features/cart/CartSummary/CartSummary.tsx';
import { useCart } from '#client/features/cart/cart-store.tsx';
import { DiscountCode } from '#client/features/cart/DiscountCode/DiscountCode.tsx';
import { mobileBreakpointPx } from '#shared/limits.ts';
import { centsToEuros } from '#shared/money.ts';
import { hasItemsWithShippingFees } from '#shared/shipping/shipping.ts';
import css from '../Checkout.module.css';
import { useCheckout } from '../checkout-context.ts';
import { useCheckoutDraft } from '../checkout-store.tsx';
import { useOrderAmounts } from './use-order-amounts.ts';

/** Media query for windows in which the summary is beside the steps. It must equal `--desktop` in the style sheets. */
const wideScreenQuery = `(min-width: ${mobileBreakpointPx}px)`;

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(wideScreenQuery);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/**
 * Returns true if the summary is shown beside the steps. On narrow screens the summary is collapsed above the steps,
 * and repeated before the order button.
 */
export const useIsWideScreen = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(wideScreenQuery).matches,
    () => true,
  );

export function CheckoutSummary() {
  const { t } = useTexts();
  const { lineErrors, refusalCount } = useCheckout();
  const customerId = useSession(({ me }) => me.id);
  const products = useCart((state) => state.products);
  const discount = useCart((state) => state.discount);
  const isCollected = useCheckoutDraft(({ deliveryType }) => deliveryType !== 'delivery');
  const { totals, isFeeKnown, lines } = useOrderAmounts();
  return (
    <>
      <CartSummary
        totals={totals}
        isFeeKnown={isFeeKnown}
        shippingPlaceholder={t('checkout.sum.shipping-by-address')}
        lines={products}
        lineErrors={lineErrors}
        code={discount}
        hidesShipping={isCollected || !hasItemsWithShippingFees(lines)}
      />
      {/* The key changes with each refusal and log-in. The remounted field then validates the code again: the order may
          have been refused because of the code, or the customer may have used it before. */}
      <DiscountCode key={`${refusalCount} ${customerId}`} />
      <p>
        <a href="/cart">{t('checkout.summary.change')}</a>
      </p>
    </>
  );
}

/** Returns the order's total with its label, which says whether shipping is included yet. */
export function useOrderTotalTexts(): { label: string; total: string } {
  const { t, euros } = useTexts();
  const { totals, isFeeKnown } = useOrderAmounts();
  return {
    label: t(isFeeKnown ? 'cart.sum.total' : 'cart.sum.total-before-shipping'),
    total: euros(centsToEuros(totals.total)),
  };
}

export function SummaryAside() {
  const { t } = useTexts();
  return (
    <aside className={css.aside} aria-labelledby="summary">
      <h2 id="summary" className={css.asideTitle}>
        {t('checkout.summary')}
      </h2>
      <CheckoutSummary />
    </aside>
  );
}

/** The summary on narrow screens. It is collapsed, so that the first field is near the top of the page. */
export function SummaryDisclosure() {
  const { t } = useTexts();
  const { totals, isFeeKnown, lines } = useOrderAmounts();
  const products = useCart((state) => state.products);
  const discount = useCart((state) => state.discount);
  const isCollected = useCheckoutDraft(({ deliveryType }) => deliveryType !== 'delivery');
  const { total } = useOrderTotalTexts();
  return (
    <details className={css.folded}>
      <summary>
        <span>{t('checkout.summary')}</span>
        <strong>{total}</strong>
      </summary>
      <CartSummary
        totals={totals}
        isFeeKnown={isFeeKnown}
        shippingPlaceholder={t('checkout.sum.shipping-by-address')}
        lines={products}
        code={discount}
        hidesShipping={isCollected || !hasItemsWithShippingFees(lines)}
      />
      <p>
        <a href="/cart">{t('checkout.summary.change')}</a>
      </p>
    </details>
  );
}
