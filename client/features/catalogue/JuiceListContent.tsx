import { ProductList } from './ProductList/ProductList.tsx';
import { type ProductListData, productListLoader } from './product-list.ts';
import { productListQueryParameters } from './product-list-state.ts';
import { juiceScope } from './product-query.ts';

export const declaredParameters = productListQueryParameters;
export const loader = productListLoader(juiceScope);

export const Page = ({ data }: { data: ProductListData }) => <ProductList list={data} juices />;
