import type { ReactNode } from 'react';
import { Layout, type LayoutProps } from 'react-admin';
import { AdminAppBar } from './AdminAppBar.tsx';
import { AdminMenu } from './AdminMenu.tsx';
import { SessionEndedDialog } from './SessionEndedDialog.tsx';
import { useScrollToTopOfScreen } from './use-scroll-to-top-of-screen.ts';

/** The frame of every screen: app bar, menu and content. */
export function AdminLayout({ children, ...props }: LayoutProps): ReactNode {
  useScrollToTopOfScreen();
  return (
    <>
      <Layout {...props} appBar={AdminAppBar} menu={AdminMenu}>
        {children}
      </Layout>
      <SessionEndedDialog />
    </>
  );
}
