import { Page as ContactPage } from '#client/features/site/ContactContent.tsx';
import { withForm } from './form/with-form.tsx';
import { withProductCardAction } from './list/with-product-card-action.tsx';

export { loader } from '#client/features/site/ContactContent.tsx';

export const Page = withForm(withProductCardAction(ContactPage));
