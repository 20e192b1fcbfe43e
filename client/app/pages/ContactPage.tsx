import { Page as ContactPage } from '#client/features/site/ContactContent.tsx';
import { withInlineForms } from './form/with-inline-forms.tsx';
import { withProductCardAction } from './list/with-product-card-action.tsx';

export { loader } from '#client/features/site/ContactContent.tsx';

export const Page = withInlineForms(withProductCardAction(ContactPage));
