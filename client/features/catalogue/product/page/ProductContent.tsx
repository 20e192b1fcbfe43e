import { ProductDetails } from '../ProductDetails/ProductDetails.tsx';
import type { ProductPageData } from '../product-page-data.ts';
import { loadProductPage } from './product-page.ts';

/** The query parameter `format` selects a variant below `/products`, where variants have no URL path of their own. */
export const declaredQueryParameters = ['format'] as const;
export const loader = loadProductPage;

/** Page of a product. Its URL selects the variant. */
export const Page = ({ data }: { data: ProductPageData }) => <ProductDetails {...data} />;
