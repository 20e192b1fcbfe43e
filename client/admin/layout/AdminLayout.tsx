import { type ReactNode, Suspense } from 'react';
import { Layout, type LayoutProps } from 'react-admin';
import { useAdminConfig } from '../core/admin-context.tsx';
import { LoadingScreen } from '../core/LoadingScreen.tsx';
import { PartBoundary } from '../core/PartBoundary.tsx';
import { AdminAppBar } from './AdminAppBar.tsx';
import { AdminMenu } from './AdminMenu.tsx';
import { PanelSidebar } from './PanelSidebar.tsx';
import { SessionEndedDialog } from './SessionEndedDialog.tsx';
import { useDocumentTitle } from './use-document-title.ts';
import { useRefocusAfterDisabled } from './use-refocus-after-disabled.ts';
import { useScreenFocus } from './use-screen-focus.ts';
import { useScrollToTopOfScreen } from './use-scroll-to-top-of-screen.ts';

/** The frame of every screen: app bar, menu and content. */
export function AdminLayout({ children, ...props }: LayoutProps): ReactNode {
  useDocumentTitle(useAdminConfig().siteName);
  useRefocusAfterDisabled();
  useScreenFocus();
  useScrollToTopOfScreen();
  return (
    <>
      <Layout {...props} appBarAlwaysOn appBar={AdminAppBar} menu={AdminMenu} sidebar={PanelSidebar}>
        <Suspense fallback={<LoadingScreen />}>{children}</Suspense>
      </Layout>
      <PartBoundary>
        <SessionEndedDialog />
      </PartBoundary>
    </>
  );
}
