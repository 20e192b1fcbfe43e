import { useEffect } from 'react';
import { useSiteShell } from '#client/core/app-context.tsx';
import { useCartStore } from '#client/features/cart/cart-context.tsx';
import { setUpHandover } from '#client/features/cart/handover/set-up-handover.ts';

/**
 * Receives the cart from another host of the site, and hands cart and session over to it. The component is loaded with
 * the notices, which every page loads when the browser is idle.
 */
export function CartHandover() {
  const cart = useCartStore();
  const { id, alternates } = useSiteShell().site;
  const hasOtherHosts = alternates.length > 1;
  useEffect(() => (hasOtherHosts ? setUpHandover(cart, id) : undefined), [hasOtherHosts, cart, id]);
  return null;
}
