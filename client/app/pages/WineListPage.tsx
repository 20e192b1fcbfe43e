import { Page as WineListPage } from '#client/features/catalogue/WineListPage.tsx';
import { withCardAction } from './with-card-action.tsx';

export { declaredParameters, loader } from '#client/features/catalogue/WineListPage.tsx';

export const Page = withCardAction(WineListPage);
