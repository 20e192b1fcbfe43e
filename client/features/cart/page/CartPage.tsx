import { useCallback, useEffect, useRef, useState } from 'react';
import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { ApiCallError, callApi } from '#client/core/call-api.ts';
import { describeCallError } from '#client/core/describe-call-error.ts';
import { NoScriptNotice } from '#client/core/NoScriptNotice.tsx';
import { useNavigate } from '#client/core/navigation.ts';
import { createAlternatesAtPath } from '#client/core/page/create-alternates-at-path.ts';
import { PageTitleHeader } from '#client/core/page/PageTitleHeader.tsx';
import type { PageLoader } from '#client/core/page-module.ts';
import { findPathOfPageKind } from '#client/core/site-shell.ts';
import { useCartAmounts } from '#client/features/cart/cart-amounts.ts';
import { type CartRefreshChanges, describeCartRefreshChanges } from '#client/features/cart/find-line-changes.ts';
import { formatBoxContents } from '#client/features/catalogue/format-box-contents.ts';
import { BottleOutline } from '#client/features/catalogue/ProductCard/BottleOutline.tsx';
import { ProductPrice } from '#client/features/catalogue/ProductPrice/ProductPrice.tsx';
import { StatutoryNotices } from '#client/features/catalogue/StatutoryNotices/StatutoryNotices.tsx';
import { UnbrokenProductName } from '#client/features/catalogue/UnbrokenProductName.tsx';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import { Picture } from '#client/ui/Picture.tsx';
import { computeLinePrice } from '#shared/cart/line-price.ts';
import { toPriceView } from '#shared/catalogue/price-view.ts';
import { isDrinkKind } from '#shared/catalogue/product-enums.ts';
import { buildProductPath } from '#shared/catalogue/product-path.ts';
import { centsToEuros } from '#shared/money.ts';
import { isApiReadError } from '#shared/rendering.ts';
import { hasItemsWithShippingFees } from '#shared/shipping/shipping.ts';
import { toShippingRules } from '#shared/shipping/to-shipping-rules.ts';
import { CartSummary } from '../CartSummary/CartSummary.tsx';
import { getLineVariantOrFirst, toSellableItemOfLine } from '../cart-lines.ts';
import { type CartStore, useCart, useCartStore } from '../cart-store.tsx';
import { DiscountCode } from '../DiscountCode/DiscountCode.tsx';
import { describeLineVariant } from '../describe-line-variant.ts';
import { FreeShipping, ShipmentLimitNotice } from '../FreeShipping/FreeShipping.tsx';
import { isLocalStorageAccessible } from '../is-local-storage-accessible.ts';
import type { CartLine } from '../persisted-cart.ts';
import { refreshCart } from '../refresh-cart.ts';
import { useLineErrors } from '../use-line-errors.ts';
import css from './Cart.module.css';
import { LineQuantity } from './LineQuantity.tsx';

interface Data {
  title: string;
}

export const loader: PageLoader<Data> = async ({ shell, texts }) => {
  const title = texts.t('cart.title');
  const alternates = createAlternatesAtPath(shell, '/cart');
  return { status: 200, data: { title }, head: { title, alternates, hasNoIndex: true } };
};

/**
 * The server's page is the same for all visitors, so that it can be cached. The cart is restored from local storage in
 * the browser.
 */
export function Page({ data: { title } }: { data: Data }) {
  const { t } = useTexts();
  const isRestored = useCart((state) => state.isRestored);
  const lines = useCart((state) => state.products);
  const { notice, refresh } = useCartRefresh();
  return (
    <div className="page">
      <PageTitleHeader crumbs={[{ title }]} title={title} />
      <NoScriptNotice />
      <div className={css.body} aria-busy={!isRestored}>
        {!isRestored && <p className={css.loading}>{t('cart.loading')}</p>}
        <FormMessage kind="failure">
          {isRestored && !isLocalStorageAccessible() && t('cart.storage-blocked')}
        </FormMessage>
        {isRestored &&
          (lines.length > 0 ? <FilledCart notice={notice} refresh={refresh} /> : <EmptyCart notice={notice} />)}
      </div>
      {lines.length > 0 && <StatutoryNotices hasAlcohol={lines.some(({ product }) => product.isAlcohol)} />}
    </div>
  );
}

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

function FilledCart({ notice, refresh }: FilledCartProps) {
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
function EmptyCart({ notice }: { notice: CartNotice }) {
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

/** Row of the cart page for one cart line. `error` is the API's message about the line. */
function CartLineRow({ line, error }: { line: CartLine; error: string | undefined }) {
  const texts = useTexts();
  const { product, quantity } = line;
  const facts = [describeLineVariant(line, texts), formatBoxContents(product.products, texts)].filter(Boolean);
  return (
    <li className={css.line}>
      <LinePicture line={line} />
      <div className={css.what}>
        <h3 className={css.name}>
          <a href={buildProductPath({ id: product.id, slug: product.slug, kind: product.kind })}>
            <UnbrokenProductName name={product.name} />
          </a>
        </h3>
        {facts.map((fact) => (
          <p key={fact} className={css.facts}>
            {fact}
          </p>
        ))}
        <div className={css.each}>
          <ProductPrice price={toPriceView(product, getLineVariantOrFirst(line))} size="each" />
        </div>
      </div>
      <LineQuantity line={line} error={error} />
      <p className={css.lineTotal}>
        <span className="unseen">{texts.t('cart.line-total')} </span>
        <span>{texts.euros(centsToEuros(computeLinePrice({ item: toSellableItemOfLine(line), quantity })))}</span>
      </p>
    </li>
  );
}

function LinePicture({ line: { product, variantId } }: { line: CartLine }) {
  const image = getLineVariantOrFirst({ product, variantId }).image ?? product.image;
  return (
    <div className={css.stage} data-kind={isDrinkKind(product.kind) ? 'bottle' : 'box'} aria-hidden="true">
      {image ? <Picture className={css.picture} image={{ ...image, tint: '' }} alt="" sizes={64} /> : <BottleOutline />}
    </div>
  );
}

interface CartNotice extends CartRefreshChanges {
  /** True if the API could not be reached, so that the cart may be out of date. */
  hasFailed: boolean;
}

const emptyNotice: CartNotice = { removedNames: [], priceChanges: [], hasFailed: false };

async function tryRefresh(cart: CartStore): Promise<CartNotice> {
  try {
    return { ...(await refreshCart(cart)), hasFailed: false };
  } catch (error) {
    if (!isApiReadError(error)) throw error;
    return { ...emptyNotice, hasFailed: true };
  }
}

/**
 * Refreshes the cart when its page is opened, and at each call of `refresh`. `notice` contains the removals and price
 * changes that the last refresh has found. A refresh changes the cart itself, so `useQuery`, which aborts superseded
 * loads, does not suit it.
 */
function useCartRefresh(): { notice: CartNotice; refresh: () => Promise<void> } {
  const cart = useCartStore();
  const isRestored = useCart((state) => state.isRestored);
  const [notice, setNotice] = useState(emptyNotice);
  const refresh = useCallback(async () => {
    if (cart.getState().products.length > 0) setNotice(await tryRefresh(cart));
  }, [cart]);
  useEffect(() => {
    if (isRestored) void refresh();
  }, [isRestored, refresh]);
  return { notice, refresh };
}
