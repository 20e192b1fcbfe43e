import type { ComponentProps } from 'react';
import { ActivationPage } from '#client/features/accounts/ActivationContent.tsx';
import { useCart } from '#client/features/cart/cart-store.tsx';

export { loader } from '#client/features/accounts/ActivationContent.tsx';

/** After the log-in, customers with products in the cart go to the checkout, where they may have registered. */
export function Page({ data }: Pick<ComponentProps<typeof ActivationPage>, 'data'>) {
  const isOrdering = useCart(({ products }) => products.length > 0);
  return <ActivationPage data={data} loginPath={isOrdering ? '/auth?return=/checkout' : '/auth'} />;
}
