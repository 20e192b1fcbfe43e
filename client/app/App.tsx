import '#client/styles/main.css';
import type { ComponentType, ReactNode } from 'react';
import { type AppContextValue, AppProvider } from '#client/core/app-context.tsx';
import type { LoadedPage } from '#client/core/loaded-page.ts';
import { LocationContext, type Navigation, NavigationContext } from '#client/core/navigation.ts';
import { SessionProvider } from '#client/features/accounts/session.tsx';
import { CartProvider } from '#client/features/cart/cart-store.tsx';
import { Document } from '#client/layout/Document.tsx';
import type { PageOverlaysProps } from '#client/layout/notices/PageOverlays.tsx';
import { pageDefinitions } from './page-definitions.ts';
import type { VisitorStores } from './visitor-stores.ts';

interface ProvidersProps {
  app: AppContextValue;
  stores: VisitorStores;
  view: LoadedPage;
  navigation: Navigation;
}

interface AppProps extends ProvidersProps {
  isHeadSent?: boolean;
  PageOverlays?: ComponentType<PageOverlaysProps> | undefined;
}

export const App = ({ PageOverlays, isHeadSent, ...props }: AppProps) => (
  <Providers {...props}>
    <Document
      view={props.view}
      layout={props.view.kind ? pageDefinitions[props.view.kind].layout : 'page'}
      isHeadSent={isHeadSent}
      PageOverlays={PageOverlays}
    />
  </Providers>
);

export const Providers = ({ app, stores, view, navigation, children }: ProvidersProps & { children: ReactNode }) => (
  <AppProvider value={app}>
    <SessionProvider store={stores.session}>
      <CartProvider store={stores.cart}>
        <NavigationContext value={navigation}>
          <LocationContext value={view.location}>{children}</LocationContext>
        </NavigationContext>
      </CartProvider>
    </SessionProvider>
  </AppProvider>
);
