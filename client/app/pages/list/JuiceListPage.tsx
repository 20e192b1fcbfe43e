import { Page as JuiceListPage } from '#client/features/catalogue/lists/JuiceListContent.tsx';
import { withProductCardAction } from './with-product-card-action.tsx';

export { declaredQueryParameters, loader } from '#client/features/catalogue/lists/JuiceListContent.tsx';

export const Page = withProductCardAction(JuiceListPage);
