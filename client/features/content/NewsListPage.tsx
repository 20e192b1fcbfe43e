import { contentTypes } from '#shared/content/content-types.ts';
import { contentListLoader } from './ContentListPage.tsx';

export { ContentListPage as Page, declaredParameters } from './ContentListPage.tsx';

export const loader = contentListLoader(contentTypes.news);
