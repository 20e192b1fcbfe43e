import { QueryClient } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { AdminContext as FrameworkContext, Notification } from 'react-admin';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { AdminContext } from '#client/admin/core/admin-context.tsx';
import { loadAdminTexts } from '#client/admin/core/admin-texts.ts';
import { createAuthProvider } from '#client/admin/core/auth-provider.ts';
import { createDataProvider } from '#client/admin/core/data-provider.ts';
import { loadFrameworkTexts } from '#client/admin/core/framework-texts.ts';
import { createI18nProvider } from '#client/admin/core/i18n-provider.ts';
import { adminTheme } from '#client/admin/core/theme.ts';
import { createResourceAdapters } from '#client/admin/create-resource-adapters.ts';
import { SessionEndedDialog } from '#client/admin/layout/AdminLayout.tsx';
import { resourceScreens } from '#client/admin/screens/admin-screens.ts';
import type { StaffRole } from '#shared/accounts/roles.ts';
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
const { messages } = await loadFrameworkTexts(config.lang);
export const { t } = texts;

/**
 * Renders an element inside the providers of the admin panel, in English. The data provider is the production one, with
 * the adapters of all resources. Failed reads are not repeated, so that tests need not wait.
 * @param path The URL path below `/admin`.
 * @param role The role of the user.
 */
export function renderInAdmin(element: ReactNode, path = '/', role: StaffRole = config.role): void {
  const panel = (
    <FrameworkContext
      dataProvider={createDataProvider(createResourceAdapters(resourceScreens))}
      queryClient={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      authProvider={createAuthProvider(role, window.location)}
      i18nProvider={createI18nProvider(texts, findText, messages)}
      theme={adminTheme}
    >
      {element}
      <Notification />
      <SessionEndedDialog />
    </FrameworkContext>
  );
  const router = createMemoryRouter([{ path: '*', element: panel }], { initialEntries: [path] });
  render(
    <AdminContext value={{ config: { ...config, role }, texts }}>
      <RouterProvider router={router} />
    </AdminContext>,
  );
}
