import { ProductList } from './ProductList/ProductList.tsx';
import { type ProductListData, productListLoader } from './product-list.ts';
import { productListQueryParameters } from './product-list-state.ts';
import { wineScope } from './product-query.ts';

export const declaredParameters = productListQueryParameters;
export const loader = productListLoader(wineScope);

export const Page = ({ data }: { data: ProductListData }) => <ProductList list={data} />;
