import { Page as ProductSearchPage } from '#client/features/catalogue/search/ProductSearchContent.tsx';
import { withCardAction } from './list/with-card-action.tsx';

export { declaredParameters, loader } from '#client/features/catalogue/search/ProductSearchContent.tsx';

export const Page = withCardAction(ProductSearchPage);
