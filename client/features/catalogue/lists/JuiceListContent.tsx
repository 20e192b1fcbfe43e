import { ProductList } from '../ProductList/ProductList.tsx';
import { createProductListLoader, type ProductListData } from '../product-list.ts';
import { productListQueryParameters } from '../product-list-state.ts';
import { juiceProductScope } from '../product-query.ts';

export const declaredQueryParameters = productListQueryParameters;
export const loader = createProductListLoader(juiceProductScope);

export const Page = ({ data }: { data: ProductListData }) => <ProductList list={data} isJuiceList />;
