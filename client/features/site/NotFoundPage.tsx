import { notFound, type PageLoader } from '#client/core/page-module.ts';

/** Handles every path without a route. */
export const loader: PageLoader<null> = async () => {
  throw notFound();
};

/** Never rendered, because the loader always throws. */
export const Page = () => null;
