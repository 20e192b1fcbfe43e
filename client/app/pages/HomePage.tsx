import { Page as HomePage } from '#client/features/site/HomeContent.tsx';
import { withProductCardAction } from './list/with-product-card-action.tsx';

export { loader } from '#client/features/site/HomeContent.tsx';

export const Page = withProductCardAction(HomePage);
