import { Page as WineListPage } from '#client/features/catalogue/lists/WineListContent.tsx';
import { withProductCardAction } from './with-product-card-action.tsx';

export { declaredQueryParameters, loader } from '#client/features/catalogue/lists/WineListContent.tsx';

export const Page = withProductCardAction(WineListPage);
