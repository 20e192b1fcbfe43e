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
import additions from '#shared/texts/en/admin-field-additions.json' with { type: 'json' };
import hints from '#shared/texts/en/admin-field-hints.json' with { type: 'json' };
import fields from '#shared/texts/en/admin-fields.json' with { type: 'json' };
import resources from '#shared/texts/en/admin-resources.json' with { type: 'json' };
import selling from '#shared/texts/en/admin-selling.json' with { type: 'json' };
import { createTexts } from '#shared/texts.ts';

const findText = createTextFinder(
  new Map(
    Object.entries({
      admin,
      'admin-choices': choices,
      'admin-content': content,
      'admin-field-additions': additions,
      'admin-field-hints': hints,
      'admin-fields': fields,
      'admin-resources': resources,
      'admin-selling': selling,
    }),
  ),
);
const texts = createTexts('en', findText, 'Europe/Paris');
const config = { siteName: 'Estate', lang: 'en', languages: ['en'], timeZone: 'Europe/Paris' } as never;
const i18nProvider = createI18nProvider(texts, findText, messages);

/** Creates a data provider in which each resource has the same items. */
const createDataProvider = (items: { id: number }[]) =>
  testDataProvider({
    getList: async () => ({ data: items as never[], total: items.length }),
    getMany: async () => ({ data: [] }),
  });

interface PanelOptions {
  resource: string;
  record: object;
  onSubmit?: (values: object) => void;
  /** The items of other resources, from which the user chooses. */
  items?: { id: number; [field: string]: unknown }[];
}

/** Renders inputs of the admin panel in a form for the record. */
export const renderInputsInPanelForm = (
  inputs: ReactNode,
  { resource, record, onSubmit = () => {}, items = [] }: PanelOptions,
) =>
  render(
    <AdminContext value={{ config, texts }}>
      <FrameworkContext dataProvider={createDataProvider(items)} i18nProvider={i18nProvider} theme={adminTheme}>
        <ResourceContextProvider value={resource}>
          <SimpleForm record={{ id: 1, ...record }} onSubmit={onSubmit}>
            {inputs}
          </SimpleForm>
        </ResourceContextProvider>
      </FrameworkContext>
    </AdminContext>,
  );
