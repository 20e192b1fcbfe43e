import type { ComponentProps } from 'react';
import { ProductAddToCart } from '#client/features/cart/add-to-cart/ProductAddToCart.tsx';
import { Page as ProductPage } from '#client/features/catalogue/product/ProductContent.tsx';
import { ProductPageActionContext } from '#client/features/catalogue/purchase-contexts.ts';
import { withProductCardAction } from './list/with-product-card-action.tsx';

export { declaredQueryParameters, loader } from '#client/features/catalogue/product/ProductContent.tsx';

export const Page = withProductCardAction(({ data }: ComponentProps<typeof ProductPage>) => (
  <ProductPageActionContext value={ProductAddToCart}>
    <ProductPage data={data} />
  </ProductPageActionContext>
));
