import { ErrorBoundary } from '#client/core/ErrorBoundary.tsx';
import type { LoadedPage } from '#client/core/loaded-page.ts';
import { CrashPage, ErrorPage } from './ErrorPage.tsx';

/**
 * Shows the page or its failure. The key changes with the path, which resets the state of the page and of the error
 * boundary.
 */
export function PageOrFailure({ view: { Page, page, location } }: { view: LoadedPage }) {
  if (page.failure) return <ErrorPage failure={page.failure} />;
  return (
    <ErrorBoundary key={location.pathname} fallback={<CrashPage />}>
      {Page && <Page data={page.data as never} />}
    </ErrorBoundary>
  );
}
