import { createNotFoundError, type PageLoader } from '#client/core/page-module.ts';

/**
 * Always throws a not-found error: for unknown URL paths, and for entries of the page tree that are links, which have no
 * page.
 */
export const loader: PageLoader<null> = async () => {
  throw createNotFoundError();
};

/** The component is never rendered, because the loader always throws. `ErrorPage` shows the failure. */
export const Page = () => null;
