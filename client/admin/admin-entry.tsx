import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { createRoot } from 'react-dom/client';
import { AdminContext, useAdminConfig } from './core/admin-context.tsx';
import { loadAdminTexts } from './core/admin-texts.ts';
import { followPageTranslation } from './core/follow-page-translation.ts';
import { type FrameworkTexts, loadFrameworkTexts } from './core/framework-texts.ts';
import { createI18nProvider } from './core/i18n-provider.ts';
import { readAdminConfig, readStyleNonce } from './core/read-admin-config.ts';
import { adminTheme } from './core/theme.ts';
import './admin.css';
import { type ReactNode, useMemo } from 'react';
import { Admin, CustomRoutes, type I18nProvider, Notification, type RaThemeOptions, Resource } from 'react-admin';
import { createBrowserRouter, Route, RouterProvider } from 'react-router-dom';
import { adminPath } from '#shared/admin/admin-config.ts';
import { createAuthProvider } from './core/auth-provider.ts';
import { createDataProvider } from './core/data-provider.ts';
import { panelRouterProvider } from './core/panel-router-provider.ts';
import { createPanelQueryClient } from './core/query-client.ts';
import { createResourceAdapters } from './create-resource-adapters.ts';
import { AdminLayout } from './layout/AdminLayout.tsx';
import { useItemDescriber } from './resources/describe-item.ts';
import { customScreens, resourceScreens } from './screens/admin-screens.ts';
import { Dashboard } from './today/Dashboard.tsx';

const dataProvider = createDataProvider(createResourceAdapters(resourceScreens));
const queryClient = createPanelQueryClient();

interface AdminAppProps {
  i18nProvider: I18nProvider;
  theme: RaThemeOptions;
}

function AdminApp({ i18nProvider, theme }: AdminAppProps): ReactNode {
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
  const { role, siteName } = useAdminConfig();
  const authProvider = useMemo(() => createAuthProvider(role, window.location), [role]);
  const describeRecord = useItemDescriber();
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
      {resourceScreens.map(({ name, icon, list, edit, create, show, recordRepresentation = describeRecord }) => (
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

function localizeTheme(theme: RaThemeOptions, componentTexts: FrameworkTexts['components']): RaThemeOptions {
  const texts = Object.entries(componentTexts ?? {});
  const styled = (theme.components ?? {}) as Readonly<Record<string, object>>;
  const components = texts.map(([name, component]) => [name, { ...component, ...styled[name] }]);
  return { ...theme, components: { ...styled, ...Object.fromEntries(components) } };
}

/**
 * The messages about what was saved or failed. They appear over the bar at the top, where they cover no button of a
 * form, and clicks beside the buttons of a message reach the elements below it.
 */
function PanelNotification(): ReactNode {
  return <Notification anchorOrigin={{ vertical: 'top', horizontal: 'center' }} sx={messageStyle} />;
}

const messageStyle = {
  '&.MuiSnackbar-root': { top: 4, pointerEvents: 'none', '& .MuiPaper-root': { pointerEvents: 'none' } },
  '& button, & a': { pointerEvents: 'auto' },
} as const;

/**
 * Starts the panel. This module must not await at its top level: the chunk of a language imports code of this module,
 * so each would wait for the other.
 */
async function startPanel(): Promise<void> {
  const container = document.getElementById('admin');
  if (!container) throw new Error('the document has no element for the panel');
  const config = readAdminConfig(document);
  const [{ texts, findText }, framework] = await Promise.all([loadAdminTexts(config), loadFrameworkTexts(config.lang)]);
  followPageTranslation(document);
  createRoot(container).render(
    <CacheProvider value={createCache({ key: 'admin', nonce: readStyleNonce(document), prepend: true })}>
      <AdminContext value={{ config, texts }}>
        <AdminApp
          i18nProvider={createI18nProvider(texts, findText, framework.messages)}
          theme={localizeTheme(adminTheme, framework.components)}
        />
      </AdminContext>
    </CacheProvider>,
  );
}

void startPanel();
