import { useEffect, useMemo, useRef, useState } from 'react';
import { CallFailure } from '#client/api/call.ts';
import { useCart, useCartStore, useSession, useSessionStore, useTexts } from '#client/app/app-context.tsx';
import { loadMe } from '#client/features/accounts/session.ts';
import { SellingNotices } from '#client/features/catalogue/SellingNotices/SellingNotices.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import { centsToEuros } from '#shared/money.ts';
import { CartSummary } from '../CartSummary/CartSummary.tsx';
import { DiscountCode } from '../DiscountCode/DiscountCode.tsx';
import { useCartTotals } from '../use-cart-totals.ts';
import { AccountStep } from './AccountStep.tsx';
import { BillingStep } from './BillingStep.tsx';
import css from './Checkout.module.css';
import { ConfirmStep } from './ConfirmStep.tsx';
import { CheckoutContext, type CheckoutShop } from './checkout-context.ts';
import { type CheckoutFaults, type Confirmation, missingForOrder } from './checkout-faults.ts';
import { DeliveryStep } from './DeliveryStep.tsx';
import { orderBody } from './order-body.ts';
import { PaymentStep } from './PaymentStep.tsx';
import { useOrder } from './use-order.ts';

/** The whole way from the cart to the order, on one page. Everything typed is in the cart's memory: it survives a reload. */
export function Checkout({ shop }: { shop: CheckoutShop }) {
  const form = useRef<HTMLDivElement>(null);
  const [faults, setFaults] = useState<CheckoutFaults>({});
  const order = useOrder((found) => show(found));
  const { confirmation, change, ...needs } = useConfirmation();
  const { totals, feeKnown } = useCartTotals();
  const cart = useCartStore();
  const { t, euros } = useTexts();
  const isKnown = useSession(({ me }) => me.id !== '');
  useCustomer();

  const show = (found: CheckoutFaults) => {
    setFaults(found);
    requestAnimationFrame(() => focusFirstFault(form.current));
  };
  const place = () => {
    const missing = missingForOrder({ cart: cart.getState(), confirmation, isKnown, ...needs });
    if (missing.length === 0)
      return order.place(
        orderBody(cart.getState(), {
          total: totals.total,
          birthdate: needs.needsBirthdate ? confirmation.birthdate : '',
          acceptTerms: confirmation.terms,
        }),
      );
    order.refuse(t('ordering.confirm.missing', { count: missing.length }));
    return show(Object.fromEntries(missing.map(([field, kind]) => [field, t(`ordering.fault.${kind}`)])));
  };
  const value = useMemo(
    () => ({
      ...shop,
      faults,
      forgive: (...fields: string[]) =>
        setFaults((known) => Object.fromEntries(Object.entries(known).filter(([field]) => !fields.includes(field)))),
    }),
    [shop, faults],
  );
  return (
    <CheckoutContext value={value}>
      <div className={css.checkout}>
        <div ref={form} className={css.steps}>
          <AccountStep expired={order.expired} onLogin={() => order.refuse('')} />
          <DeliveryStep />
          <BillingStep />
          <PaymentStep />
          <ConfirmStep
            confirmation={confirmation}
            onConfirm={change}
            {...needs}
            total={feeKnown ? euros(centsToEuros(totals.total)) : '—'}
            busy={order.busy}
            failure={order.failure}
            onOrder={place}
          />
        </div>
        <Aside />
      </div>
      {needs.needsAge && <SellingNotices alcohol />}
    </CheckoutContext>
  );
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

/** Knows the customer, and writes into empty fields what the account says. */
function useCustomer() {
  const session = useSessionStore();
  const cart = useCartStore();
  const me = useSession((state) => state.me);
  useEffect(() => {
    loadMe(session).catch((error: unknown) => {
      // The page says so where it matters: nobody is logged in as long as nobody could ask.
      if (!(error instanceof CallFailure)) throw error;
    });
  }, [session]);
  useEffect(() => {
    const { address, phone, put } = cart.getState();
    const name = { firstname: me.firstname, lastname: me.lastname };
    const fill = (one: typeof address.shipping) => ({
      ...one,
      country: one.country || 'FR',
      ...(one.firstname === '' && one.lastname === '' && name),
    });
    put({
      address: { ...address, shipping: fill(address.shipping), billing: fill(address.billing) },
      phone: phone || me.phone,
    });
  }, [me, cart]);
}

function Aside() {
  const { t } = useTexts();
  const products = useCart((state) => state.products);
  const discount = useCart((state) => state.discount);
  const error = useCart((state) => state.error);
  const figures = useCartTotals();
  const isCollected = useCart(({ deliveryType }) => deliveryType !== 'delivery');
  return (
    <aside className={css.aside} aria-labelledby="summary">
      <h2 id="summary" className={css.asideTitle}>
        {t('ordering.summary')}
      </h2>
      <CartSummary
        totals={figures.totals}
        feeKnown={figures.feeKnown}
        lines={products}
        code={discount}
        noShipping={isCollected}
      />
      <DiscountCode />
      <FormMessage kind="failure">{error}</FormMessage>
      <p>
        <a href="/cart">{t('ordering.summary.change')}</a>
      </p>
    </aside>
  );
}

/** The first field at fault, so that the keyboard and a screen reader are there; where there is none, the first message. */
function focusFirstFault(form: HTMLElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  const message = form?.querySelector<HTMLElement>('[id^="fault-"]');
  const first =
    field && message && message.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING ? message : field;
  const shown = first ?? message;
  const focusable = shown?.matches('input, select, textarea')
    ? shown
    : shown?.closest('fieldset, section')?.querySelector<HTMLElement>('input, button');
  focusable?.focus();
  focusable?.scrollIntoView({ block: 'center' });
}
