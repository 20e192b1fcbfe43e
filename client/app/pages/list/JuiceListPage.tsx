import { Page as JuiceListPage } from '#client/features/catalogue/JuiceListContent.tsx';
import { withProductCardAction } from './with-product-card-action.tsx';

export { declaredParameters, loader } from '#client/features/catalogue/JuiceListContent.tsx';

export const Page = withProductCardAction(JuiceListPage);
