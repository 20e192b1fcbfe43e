import { useEffect, useRef, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { describeCallError } from '#client/core/describe-call-error.ts';
import { useNavigate } from '#client/core/navigation.ts';
import { showToast } from '#client/core/toast.ts';
import { useCartStore } from '#client/features/cart/cart-context.tsx';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import { isDistanceSale } from '#shared/orders/order-channel.ts';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';
import { CancelOrder } from './CancelOrder/CancelOrder.tsx';
import { describeOrderState } from './OrderDetails/describe-order-state.ts';
import { OrderDetails } from './OrderDetails/OrderDetails.tsx';
import css from './OrderPlacedPage.module.css';
import { isPayableOnline, PayOnline } from './PayOnline.tsx';
import { reorder } from './reorder.ts';

interface OrderWithActionsProps {
  order: OrderDetail;
  cancel: () => Promise<OrderDetail>;
  /** Token of a guest order; `null` with an account. */
  token: string | null;
  reload: () => void;
}

/** Shows an order with its state and the actions that its customer can take. */
export function OrderWithActions({ order: loaded, cancel, token, reload }: OrderWithActionsProps) {
  const { t, date } = useTexts();
  const [cancelled, setCancelled] = useState<OrderDetail | null>(null);
  const order = cancelled ?? loaded;
  const lead = useRef<HTMLParagraphElement>(null);
  // After a cancellation the paragraph with the order's state receives the focus, because the focused button
  // disappears.
  useEffect(() => {
    if (cancelled) lead.current?.focus();
  }, [cancelled]);
  return (
    <>
      <FormMessage kind="success">{cancelled && t('orders.cancel.done', { number: cancelled.number })}</FormMessage>
      <p ref={lead} tabIndex={-1} className={css.lead}>
        {t('orders.lead', {
          number: order.number,
          date: date(order.createdAt),
          state: describeOrderState(t, order),
        })}
      </p>
      {isPayableOnline(order) && <PayOnline order={order} token={token} reload={reload} />}
      <OrderActions order={order} onCancel={async () => setCancelled(await cancel())} />
      <OrderDetails order={order} />
    </>
  );
}

function OrderActions({ order, onCancel }: { order: OrderDetail; onCancel: () => Promise<void> }) {
  const { t } = useTexts();
  const cart = useCartStore();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const addToCart = async () => {
    setIsBusy(true);
    try {
      const { completeLines, partialLines, missingLines } = await reorder(cart, order);
      if (completeLines + partialLines === 0) showToast(t('orders.reorder.none'), 'failure');
      else {
        showToast(t(partialLines + missingLines > 0 ? 'orders.reorder.part' : 'orders.reorder.whole'), 'success');
        navigate('/cart');
      }
    } catch (error) {
      showToast(describeCallError(error, t), 'failure');
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <div className={css.ways}>
      <Button isBusy={isBusy} onClick={addToCart}>
        {t('orders.reorder')}
      </Button>
      {order.status !== 'CANCELLED' && isDistanceSale(order.channel) && (
        <ButtonLink look="quiet" href={`/withdrawal?order=${encodeURIComponent(order.number)}`}>
          {t('orders.withdraw')}
        </ButtonLink>
      )}
      {order.status === 'PENDING' && <CancelOrder onCancel={onCancel} />}
    </div>
  );
}
