import type { PageLoader } from '#client/core/page-module.ts';
import { type ContentDetailData, loadContentDetail } from './load-content-detail.ts';

export { ContentArticle as Page } from './ContentArticle.tsx';

export const loader: PageLoader<ContentDetailData> = (args) => loadContentDetail(args);
