import { Component, type ReactNode } from 'react';
import type { LoadedPage } from '#client/core/loaded-page.ts';
import { CrashPage, ErrorPage } from './ErrorPage.tsx';

/** Catches rendering errors of the page, so that header and footer stay. */
class PageErrorBoundary extends Component<{ children: ReactNode }, { hasError: boolean }> {
  override state = { hasError: false };
  static getDerivedStateFromError = () => ({ hasError: true });
  override render() {
    return this.state.hasError ? <CrashPage /> : this.props.children;
  }
}

/**
 * Shows the page or its failure. The key changes with the path, which resets the state of the page and of the error
 * boundary.
 */
export function PageOrFailure({ view: { Page, page, location } }: { view: LoadedPage }) {
  if (page.failure) return <ErrorPage failure={page.failure} />;
  return <PageErrorBoundary key={location.pathname}>{Page && <Page data={page.data as never} />}</PageErrorBoundary>;
}
