import { Page as WineListPage } from '#client/features/catalogue/WineListContent.tsx';
import { withCardAction } from './with-card-action.tsx';

export { declaredParameters, loader } from '#client/features/catalogue/WineListContent.tsx';

export const Page = withCardAction(WineListPage);
