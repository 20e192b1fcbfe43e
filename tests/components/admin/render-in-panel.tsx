import { render } from '@testing-library/react';
import messages from 'ra-language-english';
import type { ReactNode } from 'react';
import { AdminContext as FrameworkContext, ResourceContextProvider, SimpleForm, testDataProvider } from 'react-admin';
import { AdminContext } from '#client/admin/core/admin-context.tsx';
import { createTextFinder } from '#client/admin/core/admin-texts.ts';
import { createI18nProvider } from '#client/admin/core/i18n-provider.ts';
import { adminTheme } from '#client/admin/core/theme.ts';
import admin from '#shared/texts/en/admin.json' with { type: 'json' };
import choices from '#shared/texts/en/admin-choices.json' with { type: 'json' };
import content from '#shared/texts/en/admin-content.json' with { type: 'json' };
import fields from '#shared/texts/en/admin-fields.json' with { type: 'json' };
import selling from '#shared/texts/en/admin-selling.json' with { type: 'json' };
import { createTexts } from '#shared/texts.ts';

const findText = createTextFinder(
  new Map(
    Object.entries({
      admin,
      'admin-choices': choices,
      'admin-content': content,
      'admin-fields': fields,
      'admin-selling': selling,
    }),
  ),
);
const texts = createTexts('en', findText, 'Europe/Paris');
const config = { siteName: 'Estate', lang: 'en', languages: ['en'], timeZone: 'Europe/Paris' } as never;
const i18nProvider = createI18nProvider(texts, findText, messages);

/** A data provider without items. */
const dataProvider = testDataProvider({
  getList: async () => ({ data: [], total: 0 }),
  getMany: async () => ({ data: [] }),
});

interface PanelOptions {
  resource: string;
  record: object;
  onSubmit?: (values: object) => void;
}

/** Renders inputs of the admin panel in a form for the record. */
export const renderInPanel = (inputs: ReactNode, { resource, record, onSubmit = () => {} }: PanelOptions) =>
  render(
    <AdminContext value={{ config, texts }}>
      <FrameworkContext dataProvider={dataProvider} i18nProvider={i18nProvider} theme={adminTheme}>
        <ResourceContextProvider value={resource}>
          <SimpleForm record={{ id: 1, ...record }} onSubmit={onSubmit}>
            {inputs}
          </SimpleForm>
        </ResourceContextProvider>
      </FrameworkContext>
    </AdminContext>,
  );
