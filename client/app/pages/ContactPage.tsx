import { Page as ContactPage } from '#client/features/site/ContactContent.tsx';
import { withCardAction } from './list/with-card-action.tsx';

export { loader } from '#client/features/site/ContactContent.tsx';

export const Page = withCardAction(ContactPage);
