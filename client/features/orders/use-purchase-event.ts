import { useEffect } from 'react';
import { type ShopEvent, shopEventChannel } from '#client/core/shop-events.ts';
import { eurosToCents } from '#shared/money.ts';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';
import { isPayableOnline } from './PayOnline.tsx';

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
export function usePurchaseEvent(order: OrderDetail | undefined): void {
  const isPurchase = order !== undefined && order.status !== 'CANCELLED' && !isPayableOnline(order);
  const number = isPurchase ? order.number : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later change of the same order is not a further purchase
  useEffect(() => {
    if (isPurchase) shopEventChannel.publish(toPurchase(order));
  }, [number]);
}
