import { fireEvent, screen, waitFor } from '@testing-library/react';
import { RecordContextProvider, ResourceContextProvider } from 'react-admin';
import { Route, Routes, useLocation } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { catalogueScreens } from '#client/admin/catalogue/catalogue-screens.ts';
import { ProductELabels } from '#client/admin/catalogue/labels/ProductELabels.tsx';
import ResourceList from '#client/admin/resources/ResourceList.tsx';
import { renderInAdmin, t as translate } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const t = (key: string, values?: Record<string, string>) => translate(`admin-catalogue.labels.${key}`, values);
const label = {
  id: 4,
  product: 7,
  name: 'Merlot',
  kind: 'red',
  vintage: 2022,
  alcohol: 12.5,
  ingredients: ['grapes', 'sulphites'],
  nutrition: {
    energyKj: 306,
    energyKcal: 74,
    fat: 0,
    saturatedFat: 0,
    carbohydrate: 1.1,
    sugars: 0.1,
    protein: 0.1,
    salt: 0,
  },
};
const toItem = (item: typeof label | (Omit<typeof label, 'product'> & { product: null })) => ({
  key: item.id,
  revision: 1,
  archivedAt: null,
  item,
});
const list = (...items: ReturnType<typeof toItem>[]) => ({ data: { items, total: items.length } });

const ShownDraft = () => <output>{JSON.stringify((useLocation().state as { record: object }).record)}</output>;

describe('the labels of a product', { timeout: 60_000 }, () => {
  const ofProduct = 'GET /admin/e-label?product=7&page=1&nbItem=30&orderBy=-vintage';
  const ofName = 'GET /admin/e-label?search=Merlot&page=1&nbItem=30&orderBy=-id';
  const product = { id: 7, name: 'Merlot', kind: 'red' };
  const renderLabels = () =>
    renderInAdmin(
      <Routes>
        <Route
          path="/product"
          element={
            <RecordContextProvider value={product}>
              <ProductELabels />
            </RecordContextProvider>
          }
        />
        <Route path="/e-label/create" element={<ShownDraft />} />
      </Routes>,
      '/product',
    );

  it('are those with its id, whatever their name, and not those of another product with its name', async () => {
    stubApi({
      [ofProduct]: list(toItem({ ...label, name: 'Le vieux Merlot' })),
      [ofName]: list(toItem({ ...label, id: 5, product: 8, vintage: 2021 })),
    });
    renderLabels();
    const link = await screen.findByRole('link', { name: t('edit', { vintage: '2022' }) });
    expect(link.getAttribute('href')).toBe('/e-label/4');
    expect(screen.getByAltText(t('code', { id: '4' }))).toBeDefined();
    expect(screen.queryByRole('link', { name: t('edit', { vintage: '2021' }) })).toBeNull();
  });

  it('are followed by the labels with its name that belong to no product', async () => {
    stubApi({ [ofProduct]: list(), [ofName]: list(toItem({ ...label, id: 6, product: null, vintage: 2020 })) });
    renderLabels();
    expect(await screen.findByText(t('none'))).toBeDefined();
    const link = await screen.findByRole('link', { name: t('edit', { vintage: '2020' }) });
    expect(link.getAttribute('href')).toBe('/e-label/6');
  });

  it('are not called missing if they could not be read', async () => {
    stubApi({ [ofProduct]: { status: 503, message: '' }, [ofName]: list() });
    renderLabels();
    expect(await screen.findByText(translate('admin.loadFailed'))).toBeDefined();
    expect(screen.queryByText(t('none'))).toBeNull();
  });

  it('begin with the values of the product', async () => {
    stubApi({ [ofProduct]: list(), [ofName]: list() });
    renderLabels();
    fireEvent.click(await screen.findByRole('link', { name: t('create') }));
    const draft = (await screen.findByRole('status')).textContent ?? '';
    expect(JSON.parse(draft)).toEqual({ product: 7, name: 'Merlot', kind: 'red' });
  });
});

it('the list of labels reads no product for each label', { timeout: 60_000 }, async () => {
  const calls = stubApi({ 'GET /admin/e-label?page=1&nbItem=25&orderBy=id': list(toItem(label)) });
  renderInAdmin(
    <ResourceContextProvider value="e-label">
      <ResourceList />
    </ResourceContextProvider>,
  );
  expect(await screen.findByText('Merlot', {}, { timeout: 20_000 })).toBeDefined();
  expect(calls.filter(({ name }) => name.startsWith('GET /admin/product'))).toEqual([]);
});

it('the list of awards shows their products by name, which it reads at once', { timeout: 60_000 }, async () => {
  const award = { id: 1, product: 7, name: 'Concours', medal: 'gold', distinction: 'Or', year: 2025 };
  const stored = (key: number, item: object) => ({ key, revision: 1, archivedAt: null, item });
  const products = [stored(7, { name: 'Vieilles vignes' }), stored(8, { name: 'Jeunes vignes' })];
  const calls = stubApi({
    'GET /admin/award?page=1&nbItem=25&orderBy=id': {
      data: { items: [stored(1, award), stored(2, { ...award, id: 2, product: 8 })], total: 2 },
    },
    'GET /admin/product?ids=7,8&nbItem=2': { data: { items: products, total: 2 } },
  });
  renderInAdmin(
    <ResourceContextProvider value="award">
      <ResourceList />
    </ResourceContextProvider>,
  );
  expect(await screen.findByText('Vieilles vignes', {}, { timeout: 20_000 })).toBeDefined();
  expect(await screen.findByText('Jeunes vignes')).toBeDefined();
  expect(calls.filter(({ name }) => name.startsWith('GET /admin/product'))).toHaveLength(1);
});

const { edit: ELabelEdit } = catalogueScreens.find(({ name }) => name === 'e-label')!;

describe('the form of a label', { timeout: 60_000 }, () => {
  const renderForm = () => {
    const calls = stubApi({
      'GET /admin/e-label/4': { data: toItem(label) },
      'GET /admin/product/7': { data: { key: 7, revision: 1, archivedAt: null, item: { name: 'Merlot' } } },
      'GET /admin/product?page=1&nbItem=25&orderBy=-id': { data: { items: [], total: 0 } },
    });
    renderInAdmin(
      <ResourceContextProvider value="e-label">
        <Routes>
          <Route path="/e-label/:id" element={ELabelEdit && <ELabelEdit />} />
        </Routes>
      </ResourceContextProvider>,
      '/e-label/4',
    );
    return calls;
  };
  const previewOf = () => screen.getByTitle<HTMLIFrameElement>(t('preview')).getAttribute('srcdoc') ?? '';

  it('shows the label with the values that are not saved, and the QR code', async () => {
    const calls = renderForm();
    const alcohol = await screen.findByLabelText(/^Alcohol/, {}, { timeout: 20_000 });
    expect(previewOf()).toContain('12.5&nbsp;% vol');
    fireEvent.change(alcohol, { target: { value: '13.5' } });
    await waitFor(() => expect(previewOf()).toContain('13.5&nbsp;% vol'));
    expect(screen.getByTitle(t('preview')).getAttribute('sandbox')).toBe('');
    expect(screen.getByRole('link', { name: t('download.svg') }).getAttribute('href')).toBe('/e/4/qr.svg');
    expect(calls.filter(({ name }) => !name.startsWith('GET '))).toEqual([]);
  });

  it('shows that the preview waits for the missing fields', async () => {
    renderForm();
    fireEvent.change(await screen.findByLabelText(/^Alcohol/, {}, { timeout: 20_000 }), { target: { value: '' } });
    expect(await screen.findByText(t('incomplete'))).toBeDefined();
    expect(screen.queryByTitle(t('preview'))).toBeNull();
  });
});
