import { contentTypes } from '#shared/content/content-types.ts';
import { contentDetailLoader } from './ContentDetailPage.tsx';

export { ContentDetailPage as Page } from './ContentDetailPage.tsx';

export const loader = contentDetailLoader(contentTypes.news);
