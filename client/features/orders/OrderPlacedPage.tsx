import { useEffect } from 'react';
import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { NoScriptNotice } from '#client/core/NoScriptNotice.tsx';
import { useLocation } from '#client/core/navigation.ts';
import { PageTitleHeader } from '#client/core/page/PageTitleHeader.tsx';
import { createTitleLoader, type TitleData } from '#client/core/page/title-loader.ts';
import { type ShopEvent, shopEventChannel } from '#client/core/shop-events.ts';
import { findPathOfPageKind } from '#client/core/site-shell.ts';
import { useSession } from '#client/features/accounts/session.tsx';
import { useLoadCustomerProfile } from '#client/features/accounts/use-load-customer-profile.ts';
import { useCartStore } from '#client/features/cart/cart-store.tsx';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import { eurosToCents } from '#shared/money.ts';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';
import { paymentMethodRecords } from '#shared/payments/payment-method.ts';
import type { TextKey } from '#shared/texts.ts';
import { usePlacedOrder } from './AccountOrderPage.tsx';
import { CopyIban } from './CopyIban/CopyIban.tsx';
import { OrderDetails } from './OrderDetails/OrderDetails.tsx';
import { PaymentDueDate } from './OrderDetails/PaymentDueDate.tsx';
import css from './OrderPlacedPage.module.css';
import { isPayableOnline, PayOnline } from './PayOnline.tsx';

export const loader = createTitleLoader('orders.placed.order');

function toPurchase(order: OrderDetail): ShopEvent {
  return {
    name: 'purchase',
    orderNumber: order.number,
    items: order.products.map(({ id, name, year, price, quantity }) => ({
      id,
      name,
      vintage: String(year ?? ''),
      priceCents: eurosToCents(price),
      quantity,
    })),
    totalCents: eurosToCents(order.total),
    shippingCents: eurosToCents(order.shippingFees),
    vatCents: order.vat.reduce((sum, { vat }) => sum + eurosToCents(vat), 0),
  };
}

/** Reports an order as a purchase once it is loaded. An order that is to be paid online counts when it is paid. */
function usePurchaseEvent(order: OrderDetail | undefined): void {
  const isPurchase = order !== undefined && order.status !== 'CANCELLED' && !isPayableOnline(order);
  const number = isPurchase ? order.number : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later change of the same order is not a further purchase
  useEffect(() => {
    if (isPurchase) shopEventChannel.publish(toPurchase(order));
  }, [number]);
}

/** Confirmation page after the checkout. It thanks for the order once the API has confirmed that the order exists. */
export function Page({ data: { title } }: { data: TitleData }) {
  const { t } = useTexts();
  const shell = useSiteShell();
  const cart = useCartStore();
  const id = Number(/\/(\d+)$/.exec(useLocation().pathname)?.[1] ?? 0);
  const { data, error, isLoading, reload } = usePlacedOrder(id);
  usePurchaseEvent(data?.order);
  const isLoaded = data !== undefined;
  // Clears the error message that a refused attempt to order has left in the cart.
  useEffect(() => {
    if (isLoaded) cart.getState().setError('');
  }, [isLoaded, cart]);
  return (
    <div className="page">
      <PageTitleHeader crumbs={[{ title }]} title={data ? t('orders.placed') : title} />
      <NoScriptNotice />
      <div className={css.done} aria-busy={isLoading}>
        {!data && !error && <p role="status">{t('orders.loading')}</p>}
        {data && <PlacedOrder {...data} reload={reload} />}
        {error && !data && (
          <FormMessage kind="info">
            <p>{t(errorText(error.status))}</p>
            {error.status === 401 && (
              <ButtonLink href={`/auth?return=/checkout/done/${id}`}>{t('accounts.login.submit')}</ButtonLink>
            )}
            {!(error.status in errorTexts) && (
              <Button look="text" onClick={reload}>
                {t('site.error.retry')}
              </Button>
            )}
          </FormMessage>
        )}
        <p className={css.ways}>
          {data && (
            <ButtonLink href={data.token ? `/orders/${data.token}` : `/account/orders/${id}`}>
              {t(data.token ? 'orders.placed.guest' : 'orders.placed.account')}
            </ButtonLink>
          )}
          <ButtonLink look="quiet" href={findPathOfPageKind(shell, 'WINE') ?? '/'}>
            {t('orders.placed.more')}
          </ButtonLink>
        </p>
      </div>
    </div>
  );
}

/** Texts by HTTP status. Errors with another status count as temporary, because the order may have been placed. */
const errorTexts: Readonly<Record<number, TextKey>> = {
  401: 'orders.placed.login',
  404: 'orders.placed.unknown',
  422: 'orders.guest.expired',
};
const errorText = (status: number) => errorTexts[status] ?? 'orders.placed.failed';

interface PlacedOrderProps {
  order: OrderDetail;
  /** The email address of a guest; empty with an account. */
  email: string;
  token: string | null;
  reload: () => void;
}

function PlacedOrder({ order, email: guestEmail, token, reload }: PlacedOrderProps) {
  const { t } = useTexts();
  const customerEmail = useSession(({ me }) => me.email);
  const email = guestEmail || customerEmail;
  // Loads the customer's profile, because the confirmation names the email address.
  useLoadCustomerProfile();
  return (
    <>
      <p className={css.lead} role="status">
        {email === ''
          ? t('orders.placed.lead-plain', { number: order.number })
          : t('orders.placed.lead', { number: order.number, email })}
      </p>
      <section aria-labelledby="next" className={css.then}>
        <h2 id="next">{t('orders.placed.next')}</h2>
        {isPayableOnline(order) ? (
          <PayOnline order={order} token={token} reload={reload} />
        ) : (
          <PaymentInstructions order={order} />
        )}
        <PaymentDueDate order={order} />
      </section>
      <OrderDetails order={order} hidesInstructions />
    </>
  );
}

function PaymentInstructions({ order: { number, status, payment, total } }: { order: OrderDetail }) {
  const { t, euros } = useTexts();
  if (payment.isOnline && status === 'PAID') return <p role="status">{t('orders.pay.received')}</p>;
  return (
    <>
      {!paymentMethodRecords[payment.method].isPaidAtCollection && total > 0 && (
        <p>{t('orders.placed.amount', { amount: euros(total), number })}</p>
      )}
      <p className={css.next}>{payment.instructions}</p>
      {status === 'PENDING' && <CopyIban instructions={payment.instructions} />}
    </>
  );
}
