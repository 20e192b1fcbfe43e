import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ResourceContextProvider } from 'react-admin';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import SiteInfoEdit from '#client/admin/site/SiteInfoEdit.tsx';
import ThemeEdit from '#client/admin/site/ThemeEdit.tsx';
import { renderInAdmin, t } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const colours = {
  primary: '#3f5a2a',
  accent: '#b8810a',
  ink: '#2b2a1c',
  backgrounds: { paper: '#faf5e6', raised: '#fffcf3', footer: '#efe5c8' },
  menu: { background: '#faf5e6', ink: '#2b2a1c', current: '#8a5f00' },
};
const fonts = [
  { name: 'Mulish', files: [7] },
  { name: 'Lato', files: [8] },
];
const info = {
  devUrl: '',
  prodUrl: '',
  server: '',
  url: '',
  isWinemaker: true,
  isECommerce: true,
  isBuilding: false,
  technicalFileModel: null,
  dashboardType: null,
};
const title = { type: 'TITLE', family: 'Parisienne', colour: '', size: '2em', weight: 400, style: 'normal' };

const single = (item: object) => ({ data: { key: '', revision: 1, archivedAt: null, item } });
const file = (key: number, name: string) => ({
  data: { key, revision: 1, archivedAt: null, item: { id: key }, info: { url: `/file/${key}/${name}?v=1`, name } },
});
const product = { id: 1, name: 'Clos Éloi', summary: 'Été', variants: [{ id: 1, price: 18.5 }] };

const loadedFaces: string[][] = [];

beforeEach(() => {
  loadedFaces.length = 0;
  class StubFontFace {
    constructor(_family: string, source: string, { weight = '', style = '' }: FontFaceDescriptors) {
      loadedFaces.push([source, weight, style]);
    }
    load = async () => this;
  }
  vi.stubGlobal('FontFace', StubFontFace);
  Object.defineProperty(document, 'fonts', { configurable: true, value: new Set() });
});

function renderScreen(resource: 'theme' | 'site-info', Screen: typeof ThemeEdit) {
  const calls = stubApi({
    'GET /admin/theme': single({ ...colours, fonts }),
    'GET /admin/site-info': single({ ...info, fonts: [title] }),
    'PUT /admin/site-info': { data: { key: '', revision: 2 } },
    'GET /admin/parameter?page=1&nbItem=100': { data: { items: [], total: 0 } },
    'GET /admin/product?page=1&nbItem=1&orderBy=-id': {
      data: { items: [{ key: 1, revision: 1, archivedAt: null, item: product }], total: 1 },
    },
    'GET /admin/file/7': file(7, 'Mulish-Bold.woff2'),
    'GET /admin/file/8': file(8, 'Lato-Italic.woff2'),
    'PUT /admin/theme/preview': { data: { url: '/admin/preview/1/a', expiresAt: '' } },
  });
  renderInAdmin(
    <ResourceContextProvider value={resource}>
      <Screen />
    </ResourceContextProvider>,
  );
  return calls;
}

describe('the fonts of the theme', () => {
  it('are shown in the words of the estate, with their weights', async () => {
    renderScreen('theme', ThemeEdit);
    const [sample] = await screen.findAllByRole('group', { name: t('admin-site.fonts.sample') });
    await waitFor(() => expect(sample?.textContent).toContain('Clos Éloi'));
    expect(sample?.textContent).toContain('18.50');
    await waitFor(() =>
      expect(loadedFaces).toEqual([
        ['url("/file/7/Mulish-Bold.woff2?v=1")', '700', 'normal'],
        ['url("/file/8/Lato-Italic.woff2?v=1")', '400', 'italic'],
      ]),
    );
    await userEvent.click(screen.getByRole('button', { name: t('admin-site.fonts.remove-name', { name: 'Lato' }) }));
    expect(screen.queryByDisplayValue('Lato')).toBeNull();
  });
});

describe('the fonts of titles and text', () => {
  it('are chosen among those of the theme, and a missing one is named', async () => {
    const calls = renderScreen('site-info', SiteInfoEdit);
    expect(await screen.findByText(t('admin-site.fonts.missing', { name: 'Parisienne' }))).toBeDefined();
    await userEvent.click(screen.getByRole('combobox', { name: /Family/ }));
    await userEvent.click(within(await screen.findByRole('listbox')).getByText('Lato'));
    const role = t('admin-choices.type.CONTENT');
    await userEvent.click(screen.getByRole('button', { name: t('admin-site.fonts.add-role', { role }) }));
    await userEvent.click(screen.getByRole('button', { name: /save/i }));
    await waitFor(() => expect(calls.some(({ name }) => name === 'PUT /admin/site-info')).toBe(true));
    expect(calls.find(({ name }) => name === 'PUT /admin/site-info')?.body).toMatchObject({
      item: {
        fonts: [
          { ...title, family: 'Lato' },
          { type: 'CONTENT', family: 'Mulish', size: '1em', weight: 400, style: 'normal' },
        ],
      },
    });
  });
});
