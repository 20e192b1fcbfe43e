import { juiceShelf } from './list-request.ts';
import { listParameters } from './list-state.ts';
import { ProductList } from './ProductList/ProductList.tsx';
import { type ProductListData, productListLoader } from './product-list.ts';

export const declaredParameters = listParameters;
export const loader = productListLoader(juiceShelf);

/** The estate's grape juices. */
export const Page = ({ data }: { data: ProductListData }) => <ProductList list={data} juices />;
