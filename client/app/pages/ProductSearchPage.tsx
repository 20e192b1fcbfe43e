import { Page as ProductSearchPage } from '#client/features/catalogue/ProductSearchPage.tsx';
import { withCardAction } from './with-card-action.tsx';

export { declaredParameters, loader } from '#client/features/catalogue/ProductSearchPage.tsx';

export const Page = withCardAction(ProductSearchPage);
