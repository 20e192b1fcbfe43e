import { ProductList } from '#client/features/catalogue/ProductList/ProductList.tsx';
import {
  createProductListLoader,
  nonJuiceProductScope,
  type ProductListData,
} from '#client/features/catalogue/product-list.ts';
import { productListQueryParameters } from '#client/features/catalogue/product-list-state.ts';
import { withProductCardAction } from './with-product-card-action.tsx';

export const declaredQueryParameters = productListQueryParameters;
export const loader = createProductListLoader(nonJuiceProductScope);

export const Page = withProductCardAction(({ data }: { data: ProductListData }) => <ProductList list={data} />);
