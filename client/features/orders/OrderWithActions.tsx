import { useEffect, useRef, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { describeCallError } from '#client/core/describe-call-error.ts';
import { fetchProductsById } from '#client/core/fetch-products-by-id.ts';
import { useNavigate } from '#client/core/navigation.ts';
import { showToast } from '#client/core/toast.ts';
import { computeRemainingQuantity, getLineQuantityStep } from '#client/features/cart/cart-lines.ts';
import { type CartStore, useCartStore } from '#client/features/cart/cart-store.tsx';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import { FormMessage } from '#client/ui/form/FormMessage.tsx';
import { isDistanceSale } from '#shared/orders/order-channel.ts';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';
import { CancelOrder } from './CancelOrder/CancelOrder.tsx';
import { OrderDetails } from './OrderDetails/OrderDetails.tsx';
import { describeOrderState } from './OrderDetails/OrderStateHistory.tsx';
import css from './OrderPlacedPage.module.css';
import { isPayableOnline, PayOnline } from './PayOnline.tsx';

interface OrderWithActionsProps {
  order: OrderDetail;
  cancel: () => Promise<OrderDetail>;
  /** Token of a guest order; `null` with an account. */
  token: string | null;
  reload: () => void;
}

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

/** Numbers of order lines that were added to the cart in full, in part and not at all. */
interface ReorderedLineCounts {
  completeLines: number;
  partialLines: number;
  missingLines: number;
}

const getQuantityInCart = (cart: CartStore, variantId: number): number =>
  cart.getState().products.find((line) => line.variantId === variantId)?.quantity ?? 0;

/**
 * Adds the lines of an earlier order to the cart at current prices, as far as the products are still sold and in stock.
 * @throws ApiCallError
 */
export async function reorder(cart: CartStore, order: OrderDetail): Promise<ReorderedLineCounts> {
  const products = await fetchProductsById(order.products.map(({ idProduct }) => idProduct));
  // The cart is restored from local storage again, because another tab may have changed it.
  void cart.persist.rehydrate();
  const result: ReorderedLineCounts = { completeLines: 0, partialLines: 0, missingLines: 0 };
  for (const { id, idProduct, quantity } of order.products) {
    const product = products.get(idProduct);
    if (!product?.declination.some((variant) => variant.id === id)) {
      result.missingLines += 1;
      continue;
    }
    const step = getLineQuantityStep({ product, variantId: id });
    const remaining = computeRemainingQuantity(cart.getState().products, product, id);
    const addable = Math.floor(Math.min(quantity, remaining) / step) * step;
    const before = getQuantityInCart(cart, id);
    if (addable > 0) cart.getState().add(product, id, addable);
    // A full cart takes no further line.
    const added = getQuantityInCart(cart, id) - before;
    if (added === quantity) result.completeLines += 1;
    else if (added > 0) result.partialLines += 1;
    else result.missingLines += 1;
  }
  return result;
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
