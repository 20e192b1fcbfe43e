import type { ReactNode } from 'react';
import { useLoaderData, useLocation } from 'react-router';
import { ErrorPage } from './ErrorPage.tsx';
import type { SettledPage } from './settle-page.ts';

/** What a route shows: its page with the loaded data, or what went wrong in its place. */
export function PageBody({ Page }: { Page: (props: { data: never }) => ReactNode }) {
  const page = useLoaderData() as SettledPage;
  const { pathname } = useLocation();
  if (page.failure) return <ErrorPage failure={page.failure} />;
  // The key makes another product another page: nothing of the first one's state is left.
  return <Page key={pathname} data={page.data as never} />;
}
