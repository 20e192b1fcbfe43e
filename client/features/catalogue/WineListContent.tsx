import { listQueryParameters } from './list-state.ts';
import { ProductList } from './ProductList/ProductList.tsx';
import { type ProductListData, productListLoader } from './product-list.ts';
import { wineScope } from './product-query.ts';

export const declaredParameters = listQueryParameters;
export const loader = productListLoader(wineScope);

export const Page = ({ data }: { data: ProductListData }) => <ProductList list={data} />;
