import { Page as CmsPage } from '#client/features/site/CmsPage.tsx';
import { withCardAction } from './with-card-action.tsx';

export { loader } from '#client/features/site/CmsPage.tsx';

export const Page = withCardAction(CmsPage);
