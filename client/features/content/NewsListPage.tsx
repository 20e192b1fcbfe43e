import { contentTypes } from '#shared/content/content-types.ts';
import { contentListLoader } from './ContentList.tsx';

export { ContentList as Page, declaredParameters } from './ContentList.tsx';

export const loader = contentListLoader(contentTypes.news);
