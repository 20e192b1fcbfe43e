import { notFound, type PageLoader } from '#client/core/page-module.ts';

/** Answers for every address that nothing else answers for. */
export const loader: PageLoader<null> = async () => {
  throw notFound();
};

/** Never reached: the loader always fails, and the failure has its own view. */
export const Page = () => null;
