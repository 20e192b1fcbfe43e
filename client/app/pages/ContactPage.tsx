import { Page as ContactPage } from '#client/features/site/ContactContent.tsx';
import { withProductCardAction } from './list/with-product-card-action.tsx';
import { withInlineForms } from './with-inline-forms.tsx';

export { loader } from '#client/features/site/ContactContent.tsx';

export const Page = withInlineForms(withProductCardAction(ContactPage));
