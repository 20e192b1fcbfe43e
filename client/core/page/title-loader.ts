import type { TextKey } from '#shared/texts.ts';
import type { PageLoader } from '../page-module.ts';

export interface TitleData {
  title: string;
}

/** Creates the loader of a page that reads its data in the browser, and that search engines must not list. */
export const createTitleLoader =
  (key: TextKey): PageLoader<TitleData> =>
  async ({ texts }) => {
    const title = texts.t(key);
    return { status: 200, data: { title }, head: { title, hasNoIndex: true } };
  };
