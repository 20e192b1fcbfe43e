import { type ReactNode, useMemo } from 'react';
import { Admin, CustomRoutes, type I18nProvider, type RaRecord, type RaThemeOptions, Resource } from 'react-admin';
import { createBrowserRouter, Route, RouterProvider } from 'react-router-dom';
import { adminPath } from '#shared/admin/admin-config.ts';
import { useAdminConfig } from './core/admin-context.tsx';
import { createAuthProvider } from './core/auth-provider.ts';
import { createDataProvider } from './core/data-provider.ts';
import { panelRouterProvider } from './core/panel-router-provider.ts';
import { createPanelQueryClient } from './core/query-client.ts';
import { createResourceAdapters } from './create-resource-adapters.ts';
import { AdminLayout } from './layout/AdminLayout.tsx';
import { PanelNotification } from './layout/PanelNotification.tsx';
import { describeItem } from './resources/describe-item.ts';
import { customScreens, resourceScreens } from './screens/admin-screens.ts';
import { Dashboard } from './today/Dashboard.tsx';

const dataProvider = createDataProvider(createResourceAdapters(resourceScreens));
const queryClient = createPanelQueryClient();

interface AdminAppProps {
  i18nProvider: I18nProvider;
  theme: RaThemeOptions;
}

/** The admin panel with the routes of all screens. */
export function AdminApp({ i18nProvider, theme }: AdminAppProps): ReactNode {
  const router = useMemo(
    () =>
      createBrowserRouter([{ path: '*', element: <Screens i18nProvider={i18nProvider} theme={theme} /> }], {
        basename: adminPath,
      }),
    [i18nProvider, theme],
  );
  return <RouterProvider router={router} />;
}

function Screens({ i18nProvider, theme }: AdminAppProps): ReactNode {
  const { lang, languages, role, siteName } = useAdminConfig();
  const authProvider = useMemo(() => createAuthProvider(role, window.location), [role]);
  const describe = (record: RaRecord) => describeItem(record, lang, languages[0] ?? lang);
  return (
    <Admin
      title={siteName}
      dataProvider={dataProvider}
      queryClient={queryClient}
      authProvider={authProvider}
      i18nProvider={i18nProvider}
      routerProvider={panelRouterProvider}
      theme={theme}
      darkTheme={null}
      layout={AdminLayout}
      notification={PanelNotification}
      dashboard={Dashboard}
      disableTelemetry
      requireAuth
    >
      {resourceScreens.map(({ name, icon, list, edit, create, show, recordRepresentation = describe }) => (
        <Resource
          key={name}
          name={name}
          icon={icon}
          list={list}
          edit={edit}
          create={create}
          show={show}
          recordRepresentation={recordRepresentation}
        />
      ))}
      <CustomRoutes>
        {customScreens.map(({ path, screen: Screen }) => (
          <Route key={path} path={path} element={<Screen />} />
        ))}
      </CustomRoutes>
    </Admin>
  );
}
