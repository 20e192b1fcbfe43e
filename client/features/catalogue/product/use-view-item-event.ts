import { useEffect } from 'react';
import { shopEventChannel } from '#client/core/shop-events.ts';
import type { ProductView } from './product-view.ts';

export function useViewItemEvent({ name, chosen: { id, year, price } }: ProductView): void {
  const priceCents = price.now;
  useEffect(() => {
    const item = { id, name, vintage: String(year ?? ''), priceCents, quantity: 1 };
    shopEventChannel.publish({ name: 'view_item', items: [item], totalCents: priceCents });
  }, [id, name, year, priceCents]);
}
