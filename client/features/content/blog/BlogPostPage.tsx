import type { PageLoader } from '#client/core/page-module.ts';
import { type ContentDetailData, loadContentDetail } from '../load-content-detail.ts';

export { ContentArticle as Page } from '../ContentArticle.tsx';

export const loader: PageLoader<ContentDetailData> = (args) =>
  loadContentDetail(args, async (id) => {
    const { ariane } = await args.read('GET /blog/ariane/{id}', { params: { id } });
    // The page tree supplies the blog, and the item its own title.
    return ariane.slice(1, -1).map(({ name, url }) => ({ title: name, path: url }));
  });
