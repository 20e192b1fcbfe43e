import { useEffect, useRef, useState } from 'react';
import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { ApiCallError, callApi } from '#client/core/call-api.ts';
import { describeCallError } from '#client/core/describe-call-error.ts';
import { useNavigate } from '#client/core/navigation.ts';
import { findPathOfPageKind } from '#client/core/site-shell.ts';
import { useCartAmounts } from '#client/features/cart/cart-amounts.ts';
import { describeCartRefreshChanges } from '#client/features/cart/find-line-changes.ts';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import { hasItemsWithShippingFees } from '#shared/shipping/shipping.ts';
import { toShippingRules } from '#shared/shipping/to-shipping-rules.ts';
import { CartSummary } from '../CartSummary/CartSummary.tsx';
import { useCart, useCartStore } from '../cart-context.tsx';
import { DiscountCode } from '../DiscountCode/DiscountCode.tsx';
import { FreeShipping, ShipmentLimitNotice } from '../FreeShipping/FreeShipping.tsx';
import type { CartLine } from '../persisted-cart.ts';
import { useLineErrors } from '../use-line-errors.ts';
import css from './Cart.module.css';
import { CartLineRow } from './CartLineRow.tsx';
import type { CartNotice } from './use-cart-refresh.ts';

interface FilledCartProps {
  notice: CartNotice;
  refresh: () => Promise<void>;
}

interface CheckoutGate {
  isBusy: boolean;
  /** The API's messages by cart line id. A message disappears when the quantity of its line changes. */
  lineErrors: ReadonlyMap<number, string>;
  proceed: () => Promise<void>;
}

/**
 * Provides the action that opens the checkout if the API accepts the cart, together with its state. If the API refuses
 * the cart, the action refreshes the cart and shows the API's messages.
 */
function useStartCheckout(refresh: () => Promise<void>): CheckoutGate {
  const cart = useCartStore();
  const { t } = useTexts();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const { lineErrors, showLineErrors } = useLineErrors();
  const isRunning = useRef(false);

  const handleRefusal = async (error: ApiCallError, lines: readonly CartLine[]) => {
    await refresh();
    showLineErrors(error.errors, lines);
    cart.getState().setError(describeCallError(error, t, 'cart.validate-failed'));
  };
  const proceed = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsBusy(true);
    const lines = cart.getState().products;
    try {
      const body = { products: lines.map(({ variantId, quantity }) => ({ id: variantId, quantity })) };
      await callApi('POST /order/validate', { body });
      cart.getState().setError('');
      navigate('/checkout');
    } catch (error) {
      if (!(error instanceof ApiCallError)) throw error;
      await handleRefusal(error, lines);
    } finally {
      isRunning.current = false;
      setIsBusy(false);
    }
  };
  return { isBusy, lineErrors, proceed };
}

export function FilledCart({ notice, refresh }: FilledCartProps) {
  const shell = useSiteShell();
  const { t } = useTexts();
  const lines = useCart((state) => state.products);
  const { isBusy, lineErrors, proceed } = useStartCheckout(refresh);
  return (
    <div className={css.cart}>
      <section className={css.lines}>
        <h2 className="unseen">{t('cart.lines')}</h2>
        <CartNotices notice={notice} />
        <ul>
          {lines.map((line) => (
            <CartLineRow key={line.id} line={line} error={lineErrors.get(line.id)} />
          ))}
        </ul>
        <p className={css.back}>
          <a href={findPathOfPageKind(shell, 'WINE') ?? '/'}>{t('cart.continue')}</a>
        </p>
      </section>
      <CartTotalsPanel isBusy={isBusy} onOrder={() => void proceed()} />
    </div>
  );
}

function CartTotalsPanel({ isBusy, onOrder }: { isBusy: boolean; onOrder: () => void }) {
  const { parameters } = useSiteShell();
  const { t } = useTexts();
  const discount = useCart((state) => state.discount);
  const amounts = useCartAmounts();
  const rules = toShippingRules(parameters);
  return (
    <section className={css.sums}>
      <h2 className={css.sumsTitle}>{t('cart.sums')}</h2>
      <div className={css.shipping}>
        <FreeShipping amounts={amounts} rules={rules} />
        <ShipmentLimitNotice amounts={amounts} rules={rules} />
      </div>
      <CartSummary
        totals={amounts.totals}
        code={discount}
        isFeeKnown={false}
        hidesShipping={!hasItemsWithShippingFees(amounts.lines)}
      />
      <DiscountCode />
      <div className={css.go}>
        <CartError />
        <Button isWide isBusy={isBusy} onClick={onOrder}>
          {t('cart.order')}
        </Button>
      </div>
    </section>
  );
}

/** Error message of the last action in the cart. It scrolls into view when it appears. */
function CartError() {
  const error = useCart((state) => state.error);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error) box.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  return (
    <div ref={box}>
      <FormMessage kind="failure">{error}</FormMessage>
    </div>
  );
}

function CartNotices({ notice }: { notice: CartNotice }) {
  const texts = useTexts();
  const messages = [
    ...describeCartRefreshChanges(notice, texts),
    ...(notice.hasFailed ? [texts.t('cart.refresh-failed')] : []),
  ];
  return (
    <FormMessage kind="info">
      {messages.length > 0 && messages.map((message) => <p key={message}>{message}</p>)}
    </FormMessage>
  );
}

/**
 * Shows that the cart is empty, and lists the products that have just been removed, because the cart may have contained
 * nothing else.
 */
export function EmptyCart({ notice }: { notice: CartNotice }) {
  const shell = useSiteShell();
  const { t } = useTexts();
  return (
    <div className={css.empty}>
      <CartNotices notice={notice} />
      <p>{t('cart.empty')}</p>
      <p>
        <ButtonLink href={findPathOfPageKind(shell, 'WINE') ?? '/'}>{t('cart.empty-on')}</ButtonLink>
      </p>
    </div>
  );
}
