import { Page as HomePage } from '#client/features/site/HomeContent.tsx';
import { withCardAction } from './list/with-card-action.tsx';

export { loader } from '#client/features/site/HomeContent.tsx';

export const Page = withCardAction(HomePage);
