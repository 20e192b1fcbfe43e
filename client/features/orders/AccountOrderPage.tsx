import { useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { callErrorText } from '#client/core/call-error-text.ts';
import { NoScriptNotice } from '#client/core/NoScriptNotice.tsx';
import { useLocation, useNavigate } from '#client/core/navigation.ts';
import { PageTop } from '#client/core/page/PageTop.tsx';
import type { PageLoader } from '#client/core/page-module.ts';
import { toast } from '#client/core/toast.ts';
import { useRequiredCustomer } from '#client/features/accounts/use-required-customer.ts';
import { useCartStore } from '#client/features/cart/cart-context.tsx';
import type { BreadcrumbItem } from '#client/ui/Breadcrumb.tsx';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';
import { OrderDetails } from './OrderDetails/OrderDetails.tsx';
import css from './OrderPlacedPage.module.css';
import { reorder } from './reorder.ts';
import { useOrderDetail } from './use-order-detail.ts';

interface Data {
  title: string;
  crumbs: BreadcrumbItem[];
}

export const loader: PageLoader<Data> = async ({ texts }) => {
  const title = texts.t('accounts.order');
  const crumbs = [{ title: texts.t('accounts.account'), path: '/account' }, { title }];
  return { status: 200, data: { title, crumbs }, head: { title, noIndex: true } };
};

export function Page({ data: { title, crumbs } }: { data: Data }) {
  const customer = useRequiredCustomer();
  return (
    <div className="page">
      <PageTop crumbs={crumbs} title={title} />
      <NoScriptNotice />
      <div className={css.done} aria-busy={customer.state === 'loading'}>
        {customer.state === 'failed' && <FormMessage kind="failure">{customer.message}</FormMessage>}
        {customer.state === 'loggedIn' && <Order />}
      </div>
    </div>
  );
}

function Order() {
  const { t } = useTexts();
  const id = Number(/\/(\d+)$/.exec(useLocation().pathname)?.[1] ?? 0);
  const { data: order, error } = useOrderDetail(id);
  if (error)
    return (
      <FormMessage kind="failure">
        <p>{callErrorText(error, t)}</p>
        <ButtonLink look="quiet" href="/account">
          {t('ordering.order.all')}
        </ButtonLink>
      </FormMessage>
    );
  return order ? <LoadedOrder order={order} /> : <p role="status">{t('ordering.order.loading')}</p>;
}

function LoadedOrder({ order }: { order: OrderDetail }) {
  const { t, date } = useTexts();
  return (
    <>
      <p className={css.lead}>
        {t('ordering.order.lead', {
          number: order.number,
          date: date(order.createdAt),
          state: t(`ordering.state.${order.status}`),
        })}
      </p>
      <OrderActions order={order} />
      <OrderDetails order={order} />
    </>
  );
}

function OrderActions({ order }: { order: OrderDetail }) {
  const { t } = useTexts();
  const cart = useCartStore();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const addToCart = async () => {
    setBusy(true);
    try {
      const { completeLines, partialLines, missingLines } = await reorder(cart, order);
      if (completeLines + partialLines === 0) toast(t('ordering.reorder.none'), 'failure');
      else {
        toast(t(partialLines + missingLines > 0 ? 'ordering.reorder.part' : 'ordering.reorder.whole'), 'success');
        navigate('/cart');
      }
    } catch (error) {
      toast(callErrorText(error, t), 'failure');
    } finally {
      setBusy(false);
    }
  };
  return (
    <p className={css.ways}>
      <Button busy={busy} onClick={addToCart}>
        {t('ordering.reorder')}
      </Button>
      {order.status !== 'CANCELLED' && (
        <ButtonLink look="quiet" href={`/withdrawal?order=${encodeURIComponent(order.number)}`}>
          {t('ordering.withdrawal')}
        </ButtonLink>
      )}
    </p>
  );
}
