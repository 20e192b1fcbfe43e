import '#client/styles/main.css';
import type { ComponentType } from 'react';
import { type AppContextValue, AppProvider } from '#client/core/app-context.tsx';
import { LocationContext, type Navigation, NavigationContext } from '#client/core/navigation.ts';
import type { PageView } from '#client/core/page-view.ts';
import { SessionProvider } from '#client/features/accounts/session-context.tsx';
import { CartProvider } from '#client/features/cart/cart-context.tsx';
import { Document } from '#client/layout/Document.tsx';
import type { NoticesProps } from '#client/layout/notices/Notices.tsx';
import { pageDefinitions } from './page-kinds.ts';
import type { VisitorStores } from './stores.ts';

interface AppProps {
  app: AppContextValue;
  stores: VisitorStores;
  view: PageView;
  navigation: Navigation;
  Notices?: ComponentType<NoticesProps> | undefined;
}

export const App = ({ app, stores, view, navigation, Notices }: AppProps) => (
  <AppProvider value={app}>
    <SessionProvider store={stores.session}>
      <CartProvider store={stores.cart}>
        <NavigationContext value={navigation}>
          <LocationContext value={view.location}>
            <Document view={view} layout={view.kind ? pageDefinitions[view.kind].layout : 'page'} Notices={Notices} />
          </LocationContext>
        </NavigationContext>
      </CartProvider>
    </SessionProvider>
  </AppProvider>
);
