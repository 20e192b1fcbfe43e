import { Page as CmsPage } from '#client/features/site/CmsContent.tsx';
import { withCardAction } from './list/with-card-action.tsx';

export { loader } from '#client/features/site/CmsContent.tsx';

export const Page = withCardAction(CmsPage);
