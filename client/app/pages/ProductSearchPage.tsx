import { Page as ProductSearchPage } from '#client/features/catalogue/search/ProductSearchContent.tsx';
import { withProductCardAction } from './list/with-product-card-action.tsx';

export { declaredQueryParameters, loader } from '#client/features/catalogue/search/ProductSearchContent.tsx';

export const Page = withProductCardAction(ProductSearchPage);
