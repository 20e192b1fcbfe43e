import { ProductList } from '../ProductList/ProductList.tsx';
import { createProductListLoader, type ProductListData } from '../product-list.ts';
import { productListQueryParameters } from '../product-list-state.ts';
import { nonJuiceProductScope } from '../product-query.ts';

export const declaredQueryParameters = productListQueryParameters;
export const loader = createProductListLoader(nonJuiceProductScope);

export const Page = ({ data }: { data: ProductListData }) => <ProductList list={data} />;
