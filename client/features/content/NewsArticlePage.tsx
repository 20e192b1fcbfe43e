import { contentTypes } from '#shared/content/content-types.ts';
import { contentDetailLoader } from './ContentDetail.tsx';

export { ContentDetail as Page } from './ContentDetail.tsx';

export const loader = contentDetailLoader(contentTypes.news);
