import { ProductDetails } from './ProductDetails/ProductDetails.tsx';
import { type ProductPageData, productLoader } from './product-page.ts';

/** Below `/products`, where a variant has no URL path of its own, this parameter selects it. */
export const declaredParameters = ['format'] as const;
export const loader = productLoader;

/** Product page. The URL selects the vintage and the format. */
export const Page = ({ data }: { data: ProductPageData }) => <ProductDetails {...data} />;
