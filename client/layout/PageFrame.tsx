import { Component, type ReactNode } from 'react';
import type { PageView } from '#client/core/page-view.ts';
import { CrashPage, ErrorPage } from './ErrorPage.tsx';

/** Keeps title, header and footer when a page breaks while it is shown. */
class CrashBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };
  static getDerivedStateFromError = () => ({ crashed: true });
  override render() {
    return this.state.crashed ? <CrashPage /> : this.props.children;
  }
}

/** The page, or what went wrong in its place. The key makes another address another page: nothing of the first is left. */
export function PageFrame({ view: { Page, page, location } }: { view: PageView }) {
  if (page.failure) return <ErrorPage failure={page.failure} />;
  return <CrashBoundary key={location.pathname}>{Page && <Page data={page.data as never} />}</CrashBoundary>;
}
