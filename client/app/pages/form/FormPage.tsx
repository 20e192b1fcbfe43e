import { Page as CmsPage } from '#client/features/site/sections/CmsContent.tsx';
import { withProductCardAction } from '../list/with-product-card-action.tsx';
import { withForm } from './with-form.tsx';

export { loader } from '#client/features/site/sections/CmsContent.tsx';

export const Page = withForm(withProductCardAction(CmsPage));
