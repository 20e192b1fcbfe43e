import { cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { AdminContext as FrameworkContext, Notification } from 'react-admin';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach } from 'vitest';
import { resourceScreens } from '#client/admin/admin-screens.ts';
import { AdminContext } from '#client/admin/core/admin-context.tsx';
import { loadAdminTexts } from '#client/admin/core/admin-texts.ts';
import { createAuthProvider } from '#client/admin/core/auth-provider.ts';
import { createDataProvider } from '#client/admin/core/data-provider.ts';
import { createI18nProvider } from '#client/admin/core/i18n-provider.ts';
import { adminTheme } from '#client/admin/core/theme.ts';
import { SessionEndedDialog } from '#client/admin/layout/SessionEndedDialog.tsx';
import { listResourceAdapters } from '#client/admin/list-resource-adapters.ts';
import type { AdminConfig } from '#shared/admin/admin-config.ts';

const config: AdminConfig = {
  siteName: 'Clos',
  role: 'SUPER_ADMIN',
  lang: 'en',
  languages: ['en', 'fr_FR'],
  timeZone: 'Europe/Paris',
  alternates: [],
};
const { texts, findText } = await loadAdminTexts(config);
export const { t } = texts;

/**
 * Renders an element inside the providers of the admin panel, in English. The data provider is the production one, with
 * the adapters of all resources.
 * @param path The URL path below `/admin`.
 */
export function renderInAdmin(element: ReactNode, path = '/'): void {
  const panel = (
    <FrameworkContext
      dataProvider={createDataProvider(listResourceAdapters(resourceScreens))}
      authProvider={createAuthProvider(config.role, window.location)}
      i18nProvider={createI18nProvider(texts, findText)}
      theme={adminTheme}
    >
      {element}
      <Notification />
      <SessionEndedDialog />
    </FrameworkContext>
  );
  const router = createMemoryRouter([{ path: '*', element: panel }], { initialEntries: [path] });
  render(
    <AdminContext value={{ config, texts }}>
      <RouterProvider router={router} />
    </AdminContext>,
  );
}

afterEach(cleanup);
