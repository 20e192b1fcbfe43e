import { Page as CmsPage } from '#client/features/site/sections/CmsContent.tsx';
import { withProductCardAction } from './list/with-product-card-action.tsx';

export { loader } from '#client/features/site/sections/CmsContent.tsx';

export const Page = withProductCardAction(CmsPage);
