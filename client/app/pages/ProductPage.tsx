import type { ComponentProps } from 'react';
import { ProductAddToCart } from '#client/features/cart/add-to-cart/ProductAddToCart.tsx';
import { Page as ProductPage } from '#client/features/catalogue/product/ProductContent.tsx';
import { ProductActionSlot } from '#client/features/catalogue/purchase-slots.ts';
import { withCardAction } from './list/with-card-action.tsx';

export { declaredParameters, loader } from '#client/features/catalogue/product/ProductContent.tsx';

export const Page = withCardAction(({ data }: ComponentProps<typeof ProductPage>) => (
  <ProductActionSlot value={ProductAddToCart}>
    <ProductPage data={data} />
  </ProductActionSlot>
));
