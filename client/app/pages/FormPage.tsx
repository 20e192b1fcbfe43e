import { Page as CmsPage } from '#client/features/site/sections/CmsContent.tsx';
import { withProductCardAction } from './list/with-product-card-action.tsx';
import { withInlineForms } from './with-inline-forms.tsx';

export { loader } from '#client/features/site/sections/CmsContent.tsx';

export const Page = withInlineForms(withProductCardAction(CmsPage));
