import type { PageLoader } from '#client/core/page-module.ts';
import { type ContentDetailData, loadContentDetail } from '../load-content-detail.ts';

export { ContentArticle as Page } from '../ContentArticle.tsx';

export const loader: PageLoader<ContentDetailData> = (args) =>
  loadContentDetail(args, async (id) => {
    const { ariane } = await args.read('GET /blog/ariane/{id}', { params: { id } });
    // The first and the last entry are left out, because the breadcrumb already contains the blog and the post.
    return ariane.slice(1, -1).map(({ name, url }) => ({ title: name, path: url }));
  });
