import { useMemo } from 'react';
import { type CartAmounts, computeCartAmounts } from '#client/features/cart/cart-amounts.ts';
import { cartLinesToSellableLines } from '#client/features/cart/cart-lines.ts';
import { useCart } from '#client/features/cart/cart-store.tsx';
import type { PersistedCart } from '#client/features/cart/persisted-cart.ts';
import { eurosToCents } from '#shared/money.ts';
import { hasItemsWithShippingFees } from '#shared/shipping/shipping.ts';
import type { CheckoutDraft } from '../checkout-draft.ts';
import { useCheckoutDraft } from '../checkout-store.tsx';

interface CheckoutAmounts extends CartAmounts {
  /** True if `totals` contains the final shipping fee, because a carrier is chosen or none is needed. */
  isFeeKnown: boolean;
}

/** Computes the amounts of the order: those of the cart with the shipping fee of the chosen carrier. */
export function computeOrderAmounts(
  cart: Pick<PersistedCart, 'products' | 'discount'>,
  { deliveryType, carrier }: Pick<CheckoutDraft, 'deliveryType' | 'carrier'>,
): CheckoutAmounts {
  const isFree = deliveryType !== 'delivery' || !hasItemsWithShippingFees(cartLinesToSellableLines(cart.products));
  const fee = !isFree && carrier ? eurosToCents(carrier.fdp) : 0;
  return { ...computeCartAmounts(cart, fee), isFeeKnown: isFree || carrier !== null };
}

export function useOrderAmounts(): CheckoutAmounts {
  const products = useCart((state) => state.products);
  const discount = useCart((state) => state.discount);
  const deliveryType = useCheckoutDraft((state) => state.deliveryType);
  const carrier = useCheckoutDraft((state) => state.carrier);
  return useMemo(
    () => computeOrderAmounts({ products, discount }, { deliveryType, carrier }),
    [products, discount, deliveryType, carrier],
  );
}
