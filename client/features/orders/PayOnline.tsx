import { useEffect, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { callApi } from '#client/core/call-api.ts';
import { describeCallError } from '#client/core/describe-call-error.ts';
import { saveGuestOrderToken } from '#client/core/guest-order-token.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';
import css from './OrderPlacedPage.module.css';

export const isPayableOnline = ({ status, payment, total }: OrderDetail): boolean =>
  status === 'PENDING' && payment.isOnline && total > 0;

/**
 * Interval at which the order is loaded again. The provider usually reports a payment within seconds of the customer's
 * return.
 */
const pollIntervalMs = 3_000;
const maxPolls = 10;

interface PayOnlineProps {
  order: OrderDetail;
  /** Token of a guest order; `null` with an account. */
  token: string | null;
  reload: () => void;
}

/** An unpaid online payment: the customer pays at the provider, and the page shows when the payment has arrived. */
export function PayOnline({ order, token, reload }: PayOnlineProps) {
  const { t, euros } = useTexts();
  const { isBusy, failure, pay } = useOnlinePayment({ order, token, reload });
  useEffect(() => {
    let polls = 0;
    const timer = setInterval(() => {
      reload();
      if (++polls >= maxPolls) clearInterval(timer);
    }, pollIntervalMs);
    return () => clearInterval(timer);
  }, [reload]);
  return (
    <div className={css.then}>
      <p role="status">{t('orders.pay.pending')}</p>
      <FormMessage kind="failure">{failure}</FormMessage>
      <p className={css.ways}>
        <Button isBusy={isBusy} onClick={pay}>
          {t('orders.pay.now', { amount: euros(order.total) })}
        </Button>
      </p>
    </div>
  );
}

/** Returns an action that starts the online payment of an order and opens the payment provider's page. */
function useOnlinePayment({ order: { id }, token, reload }: PayOnlineProps) {
  const { t } = useTexts();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const pay = async () => {
    setIsBusy(true);
    setFailure('');
    try {
      const body = token === null ? {} : { token };
      const { paymentStep } = await callApi('POST /order/{id}/payment', { params: { id }, body });
      // The customer returns to `/checkout/done/{id}`, whose URL contains no token.
      if (token !== null) saveGuestOrderToken({ id, token });
      if (paymentStep.kind === 'redirect') window.location.assign(paymentStep.url);
      else if (paymentStep.kind === 'unavailable') setFailure(t('orders.pay.unavailable'));
      else reload();
    } catch (error) {
      setFailure(describeCallError(error, t));
      reload();
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, failure, pay };
}
