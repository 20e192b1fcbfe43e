import { Page as ContactPage } from '#client/features/site/ContactPage.tsx';
import { withCardAction } from './with-card-action.tsx';

export { loader } from '#client/features/site/ContactPage.tsx';

export const Page = withCardAction(ContactPage);
