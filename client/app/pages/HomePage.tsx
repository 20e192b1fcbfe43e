import { Page as HomePage } from '#client/features/site/HomePage.tsx';
import { withCardAction } from './with-card-action.tsx';

export { loader } from '#client/features/site/HomePage.tsx';

export const Page = withCardAction(HomePage);
