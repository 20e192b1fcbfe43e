import { useState } from 'react';
import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call-api.ts';
import { describeCallError } from '#client/core/describe-call-error.ts';
import { findPathOfPageKind } from '#client/core/site-shell.ts';
import { useQuery } from '#client/core/use-query.ts';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import type { OrderSummary } from '#shared/orders/orders-contract.ts';
import { describeOrderState } from './OrderDetails/OrderStateHistory.tsx';
import css from './OrderHistory.module.css';

/** Shows the customer's orders, newest first. A button loads further pages of the list. */
export function OrderHistory() {
  const { t } = useTexts();
  const shell = useSiteShell();
  const { orders, hasMore, failure, isLoading, more } = useOrders();
  if (orders === null && failure === '') return <p role="status">{t('orders.loading')}</p>;
  return (
    <>
      {orders?.length === 0 && (
        <div className={css.none}>
          <p>{t('orders.none')}</p>
          <ButtonLink look="quiet" href={findPathOfPageKind(shell, 'WINE') ?? '/'}>
            {t('site.home.all-wines')}
          </ButtonLink>
        </div>
      )}
      {orders && orders.length > 0 && (
        <ul className={css.orders}>
          {orders.map((order) => (
            <Order key={order.id} order={order} />
          ))}
        </ul>
      )}
      <FormMessage kind="failure">{failure}</FormMessage>
      {(failure !== '' || hasMore) && (
        <div>
          <Button look="quiet" isBusy={isLoading} onClick={more}>
            {failure === '' ? t('orders.more') : t('site.error.retry')}
          </Button>
        </div>
      )}
    </>
  );
}

/** Loads the list of orders page by page, and returns all orders that have loaded so far. */
function useOrders() {
  const { t } = useTexts();
  const [page, setPage] = useState(1);
  const [earlier, setEarlier] = useState<readonly OrderSummary[]>([]);
  const { data, error, isLoading, reload } = useQuery(
    async (signal) => ({ page, ...(await callApi('GET /order', { query: { page }, signal })) }),
    [page],
  );
  const received = data?.page === page ? [...earlier, ...data.orders] : earlier;
  // Pages overlap once an order has been placed in between.
  const orders = [...new Map(received.map((order) => [order.id, order])).values()];
  const loadMore = () => {
    setEarlier(received);
    setPage(page + 1);
  };
  return {
    orders: data ? orders : null,
    hasMore: data !== undefined && received.length < data.total,
    failure: error ? describeCallError(error, t) : '',
    isLoading,
    more: error ? reload : loadMore,
  };
}

function Order({ order }: { order: OrderSummary }) {
  const { t, euros, date } = useTexts();
  return (
    <li>
      <a href={`/account/orders/${order.id}`} className={css.order}>
        <span className={css.number}>{t('orders.number', { number: order.number })}</span>
        <span className={css.soft}>{date(order.createdAt)}</span>
        <span className={css.state} data-state={order.status}>
          {describeOrderState(t, order)}
        </span>
        <span className={css.total}>{euros(order.total)}</span>
      </a>
    </li>
  );
}
