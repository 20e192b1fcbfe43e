import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { ApiCallError, callApi } from '#client/core/call-api.ts';
import { saveGuestOrderToken } from '#client/core/guest-order-token.ts';
import { useNavigate } from '#client/core/navigation.ts';
import { useQuery } from '#client/core/use-query.ts';
import { useSession, useSessionStore } from '#client/features/accounts/session.tsx';
import { useLoadCustomerProfile } from '#client/features/accounts/use-load-customer-profile.ts';
import { useCart, useCartStore } from '#client/features/cart/cart-store.tsx';
import { describeCartRefreshChanges } from '#client/features/cart/find-line-changes.ts';
import { refreshCart, refreshCartStock } from '#client/features/cart/refresh-cart.ts';
import { useLineErrors } from '#client/features/cart/use-line-errors.ts';
import { StatutoryNotices } from '#client/features/catalogue/StatutoryNotices/StatutoryNotices.tsx';
import type { OrderBody } from '#shared/checkout/checkout-contract.ts';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';
import css from '../Checkout.module.css';
import { CheckoutContext, type CheckoutOptions } from '../checkout-context.ts';
import type { CheckoutDraft } from '../checkout-draft.ts';
import { useCheckoutDraft, useCheckoutStore } from '../checkout-store.tsx';
import { DeliveryStep } from '../delivery/DeliveryStep.tsx';
import { createOrderBody } from '../order-body.ts';
import { type CheckoutErrors, type ConfirmationStepFields, validateCheckoutDraft } from '../validate-checkout-draft.ts';
import { AccountStep } from './AccountStep.tsx';
import { BillingStep } from './BillingStep.tsx';
import { SummaryAside, SummaryDisclosure, useIsWideScreen } from './CheckoutSummary.tsx';
import { ConfirmStep } from './ConfirmStep.tsx';
import { discardOrderIdempotencyKey, getOrderKey } from './idempotency-key.ts';
import { PaymentStep } from './PaymentStep.tsx';
import { useOrderAmounts } from './use-order-amounts.ts';

interface CheckoutProps {
  shop: CheckoutOptions;
  onPlaced: () => void;
}

type ContactDetails = Pick<CheckoutDraft, 'address' | 'phone'>;
type OrderContact = Pick<OrderDetail, 'address' | 'phone'>;

/**
 * Checks whether neither shipping nor billing address has been filled in, so that the addresses may be filled from the
 * last order.
 */
export const isDraftWithoutPostalAddress = ({
  address: { shipping, billing },
}: Pick<CheckoutDraft, 'address'>): boolean =>
  [shipping, billing].every(({ address, postalCode, city }) => address + postalCode + city === '');

/**
 * Copies addresses and, if it is missing, the phone number of the customer's last order into a draft. A draft with an
 * address stays unchanged.
 */
export function fillFromOrder(details: ContactDetails, last: OrderContact): ContactDetails {
  if (!isDraftWithoutPostalAddress(details)) return details;
  const { delivery, billing } = last.address;
  const isSame = delivery === null || JSON.stringify(delivery) === JSON.stringify(billing);
  return {
    address: { shipping: delivery ?? billing, billing, billingIsShipping: isSame },
    phone: details.phone || last.phone,
  };
}

/** @returns `null` before the first order */
async function fetchLatestOrder(signal: AbortSignal): Promise<OrderDetail | null> {
  const { orders } = await callApi('GET /order', { query: { nbItem: 1 }, signal });
  const last = orders[0];
  return last ? (await callApi('GET /order/{id}', { params: { id: last.id }, signal })).order : null;
}

/** Loads the session, and fills empty fields of the checkout draft from the customer's profile and last order. */
function useCustomerPrefill(): void {
  const checkout = useCheckoutStore();
  const me = useSession((state) => state.me);
  // An error of the query is ignored: the visitor then counts as logged out, and the account step offers the log-in.
  useLoadCustomerProfile();
  useEffect(() => {
    const { address, phone, setContactDetails } = checkout.getState();
    const name = { firstname: me.firstname, lastname: me.lastname };
    const fill = (one: typeof address.shipping) => ({
      ...one,
      country: one.country || 'FR',
      ...(one.firstname === '' && one.lastname === '' && name),
    });
    setContactDetails({
      address: { ...address, shipping: fill(address.shipping), billing: fill(address.billing) },
      phone: phone || (me.phone ?? ''),
    });
  }, [me, checkout]);
  const loadIfEmpty = async (signal: AbortSignal) =>
    isDraftWithoutPostalAddress(checkout.getState()) ? fetchLatestOrder(signal) : null;
  // If the last order cannot be loaded, the fields stay empty.
  const { data: lastOrder } = useQuery(me.id === '' ? null : loadIfEmpty, [me.id, checkout]);
  useEffect(() => {
    const { setContactDetails, ...draft } = checkout.getState();
    if (lastOrder) setContactDetails(fillFromOrder(draft, lastOrder));
  }, [lastOrder, checkout]);
}

interface OrderSubmission {
  isBusy: boolean;
  /**
   * Error message of the last attempt to order; empty if there is none. An expired session has a field error instead.
   */
  failure: string;
  submit: (body: OrderBody) => Promise<void>;
  clearFailure: () => void;
}

interface OrderEvents {
  /**
   * Called with error messages by field when the API refuses the order. An expired session is an error of the field
   * `account`.
   */
  onRefused: (errors: CheckoutErrors) => void;
  onPlaced: () => void;
}

/**
 * Ignores the error of a failed refresh, because the visitor already sees the message of the failed order, which is
 * more important.
 */
const ignoreCallError = (refreshing: Promise<void>): Promise<void> =>
  refreshing.catch((error: unknown) => {
    if (!(error instanceof ApiCallError)) throw error;
  });

/** Places the order. The token with which a guest can read the order is saved. @throws ApiCallError */
async function placeOrder(body: OrderBody) {
  const idempotencyKey = getOrderKey(JSON.stringify(body));
  const order = await callApi('POST /order', { body, idempotencyKey });
  discardOrderIdempotencyKey();
  if (order.orderToken !== undefined) saveGuestOrderToken({ id: order.id, token: order.orderToken });
  return order;
}

/**
 * Returns an action that sends the order, one request at a time. If the request fails, cart and draft are kept; the
 * stock in the cart is refreshed, and after a refusal its products too.
 */
export function useOrderSubmission({ onRefused, onPlaced }: OrderEvents): OrderSubmission {
  const cart = useCartStore();
  const checkout = useCheckoutStore();
  const session = useSessionStore();
  const navigate = useNavigate();
  const texts = useTexts();
  const { t } = texts;
  const isSending = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState('');

  const handleError = async (error: unknown) => {
    if (!(error instanceof ApiCallError)) throw error;
    if (error.status === 401) {
      session.getState().end();
      checkout.getState().setCustomerMode('login');
      onRefused({ account: t('accounts.login.again') });
      return ignoreCallError(refreshCartStock(cart));
    }
    if (error.status >= 500) {
      setFailure(`${error.message || t('checkout.confirm.lost')} ${t('checkout.confirm.retry')}`);
      // Only the stock is refreshed, because new prices would change the total and give the repeated order another
      // idempotency key.
      return ignoreCallError(refreshCartStock(cart));
    }
    setFailure(error.message);
    onRefused(error.errors);
    cart.getState().setError(error.message);
    const codeRefusal = error.errors['discount.code'];
    if (codeRefusal) cart.getState().setDiscount(null, codeRefusal);
    await ignoreCallError(
      refreshCart(cart).then((diff) =>
        setFailure([error.message, ...describeCartRefreshChanges(diff, texts)].join(' ')),
      ),
    );
  };

  const submit = async (body: OrderBody) => {
    if (isSending.current) return;
    isSending.current = true;
    setIsBusy(true);
    setFailure('');
    try {
      const order = await placeOrder(body);
      onPlaced();
      cart.getState().clear();
      checkout.getState().clear();
      if (order.paymentStep.kind === 'redirect') window.location.replace(order.paymentStep.url);
      else navigate(`/checkout/done/${order.id}`, { replace: true });
    } catch (error) {
      await handleError(error);
    } finally {
      isSending.current = false;
      setIsBusy(false);
    }
  };
  return { isBusy, failure, submit, clearFailure: () => setFailure('') };
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

/**
 * Selectors of the elements that can take the focus in an area whose error belongs to no field, in order of priority.
 */
const focusableSelectors = ['input:not([type="radio"])', 'input', '[role="gridcell"] button:not([disabled])', 'button'];

const isVisible = (element: HTMLElement) => element.checkVisibility();

function firstFocusable(area: Element | null): HTMLElement | undefined {
  for (const selector of focusableSelectors) {
    const found = [...(area?.querySelectorAll<HTMLElement>(selector) ?? [])].find(isVisible);
    if (found) return found;
  }
  return undefined;
}

/**
 * Focuses the first invalid field, or a control in the area (`data-area`) of the first error message, and scrolls to
 * it.
 */
function focusFirstError(form: HTMLElement | null): void {
  const messages = form?.querySelectorAll<HTMLElement>('[aria-invalid="true"], [id^="error-"]') ?? [];
  const first = [...messages].find(isVisible);
  const field = first?.matches('[aria-invalid]') ? first : firstFocusable(first?.closest('[data-area]') ?? null);
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}

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
