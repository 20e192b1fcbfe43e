import { createNotFoundError, type PageLoader } from '#client/core/page-module.ts';

/** Loader of the route that matches every unknown URL path. */
export const loader: PageLoader<null> = async () => {
  throw createNotFoundError();
};

/** The component is never rendered, because the loader always throws. `ErrorPage` shows the failure. */
export const Page = () => null;
