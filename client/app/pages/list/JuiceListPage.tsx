import type { PageLoader } from '#client/core/page-module.ts';
import { ProductList } from '#client/features/catalogue/ProductList/ProductList.tsx';
import type { ProductListData } from '#client/features/catalogue/product-list.ts';
import { productListQueryParameters } from '#client/features/catalogue/product-list-state.ts';
import { withProductCardAction } from './with-product-card-action.tsx';

export const declaredQueryParameters = productListQueryParameters;
/** The browser needs the code of the loader only when it opens another list, so it is a file of its own. */
export const loader: PageLoader<ProductListData> = async (args) => {
  const { loadProductList, juiceProductScope } = await import('#client/features/catalogue/product-list.ts');
  return loadProductList(juiceProductScope, args);
};

export const Page = withProductCardAction(({ data }: { data: ProductListData }) => (
  <ProductList list={data} isJuiceList />
));
