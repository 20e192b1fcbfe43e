import '#client/styles/main.css';
import { AppProvider, type AppValue } from '#client/core/app-context.tsx';
import { LocationContext, type Navigation, NavigationContext } from '#client/core/navigation.ts';
import type { PageView } from '#client/core/page-view.ts';
import { Document } from '#client/layout/Document.tsx';

interface AppProps {
  app: AppValue;
  view: PageView;
  navigation: Navigation;
}

/** The document with all that its components ask for. */
export const App = ({ app, view, navigation }: AppProps) => (
  <AppProvider value={app}>
    <NavigationContext value={navigation}>
      <LocationContext value={view.location}>
        <Document view={view} />
      </LocationContext>
    </NavigationContext>
  </AppProvider>
);
