import { Page as JuiceListPage } from '#client/features/catalogue/JuiceListPage.tsx';
import { withCardAction } from './with-card-action.tsx';

export { declaredParameters, loader } from '#client/features/catalogue/JuiceListPage.tsx';

export const Page = withCardAction(JuiceListPage);
