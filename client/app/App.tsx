import '#client/styles/main.css';
import { AppProvider, type AppValue } from './app-context.tsx';
import { Document } from './Document.tsx';
import { LocationContext, type Navigation, NavigationContext } from './navigation.ts';
import type { PageView } from './page-view.ts';

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
