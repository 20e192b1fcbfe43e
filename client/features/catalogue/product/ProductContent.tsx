import { ProductDetails } from './ProductDetails/ProductDetails.tsx';
import { type ProductPageData, productLoader } from './product-page.ts';

/** Under `/products` a variant has no path of its own. */
export const declaredParameters = ['format'] as const;
export const loader = productLoader;

/** One product, with the vintage and format that its address chooses. */
export const Page = ({ data }: { data: ProductPageData }) => <ProductDetails {...data} />;
