import { redirect } from 'react-router';
import { type LoaderArgs, type PageLoader, RedirectError } from '#client/core/page-module.ts';
import { createFailurePage, getFailureMessageOfStatus, type PageResult } from '#client/core/page-result.ts';
import { keepQuery } from '#shared/keep-query.ts';
import { isApiReadError } from '#shared/rendering.ts';

/**
 * Runs a page's loader and turns failed reads from the API into failure pages.
 * @throws a redirect as `Response`, or any other error of the loader
 */
export async function runLoaderOrThrowRedirect(loader: PageLoader<unknown>, args: LoaderArgs): Promise<PageResult> {
  try {
    return await loader(args);
  } catch (error) {
    if (error instanceof RedirectError) throw redirect(keepQuery(error.location, args.url.search), error.status);
    if (!isApiReadError(error)) throw error;
    const status = error.status >= 400 ? error.status : 500;
    return createFailurePage(status, getFailureMessageOfStatus(status, args.texts), error.visitorMessage);
  }
}
