import { Page as JuiceListPage } from '#client/features/catalogue/JuiceListContent.tsx';
import { withCardAction } from './with-card-action.tsx';

export { declaredParameters, loader } from '#client/features/catalogue/JuiceListContent.tsx';

export const Page = withCardAction(JuiceListPage);
