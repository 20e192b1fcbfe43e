import { useEffect, useState } from 'react';
import { useShell, useTexts } from '#client/core/app-context.tsx';
import { CallFailure, callApi } from '#client/core/call.ts';
import { pathOfKind } from '#client/core/shell.ts';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import type { OrderSummary } from '#shared/orders/orders-contract.ts';
import css from './OrderHistory.module.css';

/** The customer's orders, the newest first, more on request. */
export function OrderHistory() {
  const { t } = useTexts();
  const shell = useShell();
  const { orders, total, failure, busy, more } = useOrders();
  if (orders === null && failure === '') return <p role="status">{t('ordering.order.loading')}</p>;
  return (
    <>
      {orders?.length === 0 && (
        <div className={css.none}>
          <p>{t('ordering.order.none')}</p>
          <ButtonLink look="quiet" href={pathOfKind(shell, 'WINE') ?? '/'}>
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
      {(failure !== '' || (orders && orders.length < total)) && (
        <div>
          <Button look="quiet" busy={busy} onClick={more}>
            {failure === '' ? t('ordering.order.more') : t('site.error.retry')}
          </Button>
        </div>
      )}
    </>
  );
}

function useOrders() {
  const { t } = useTexts();
  const [orders, setOrders] = useState<readonly OrderSummary[] | null>(null);
  const [total, setTotal] = useState(0);
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const [page, setPage] = useState({ number: 1, round: 0 });

  useEffect(() => {
    const stop = new AbortController();
    setFailure('');
    setBusy(true);
    callApi('GET /order', { query: { page: page.number }, signal: stop.signal })
      .then((answer) => {
        setOrders((before) => (page.number === 1 ? answer.orders : [...(before ?? []), ...answer.orders]));
        setTotal(answer.total);
      })
      .catch((error: unknown) => {
        if (stop.signal.aborted) return;
        if (!(error instanceof CallFailure)) throw error;
        setFailure(error.message || t('site.error.503.text'));
      })
      .finally(() => {
        if (!stop.signal.aborted) setBusy(false);
      });
    return () => stop.abort();
  }, [page, t]);
  const more = () =>
    setPage(({ number, round }) => (failure === '' ? { number: number + 1, round } : { number, round: round + 1 }));
  return { orders, total, failure, busy, more };
}

function Order({ order }: { order: OrderSummary }) {
  const { t, euros, date } = useTexts();
  return (
    <li>
      <a href={`/account/orders/${order.id}`} className={css.order}>
        <span className={css.number}>{t('ordering.order.number', { number: order.number })}</span>
        <span className={css.soft}>{date(order.createdAt)}</span>
        <span className={css.state} data-state={order.status}>
          {t(`ordering.state.${order.status}`)}
        </span>
        <span className={css.total}>{euros(order.total)}</span>
      </a>
    </li>
  );
}
