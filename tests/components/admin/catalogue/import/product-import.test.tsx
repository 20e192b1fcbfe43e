import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import ProductImportScreen from '#client/admin/catalogue/import/ProductImportScreen.tsx';
import type { ProductImportCheck } from '#shared/admin/product-import-export-contract.ts';
import { renderInAdmin, t } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const dryRun = 'POST /admin/product/import?dryRun=true';
const importWith = (digest: string) => `POST /admin/product/import?digest=${digest}&dryRun=false`;

const priceChange = (before: string) => ({
  line: 2,
  product: 'Merlot',
  variant: 'M-75, 2022',
  field: 'variant.price',
  before,
  after: '14',
});
const createCheck = (digest: string, changes = [priceChange('12')]): ProductImportCheck => ({
  digest,
  changes,
  changeCount: changes.length,
  created: 0,
  updated: 1,
  unchanged: 3,
});
const counts = { created: 0, updated: 1, unchanged: 3 };

function renderScreen(responses: Parameters<typeof stubApi>[0]) {
  const calls = stubApi(responses);
  renderInAdmin(<ProductImportScreen />);
  return calls;
}
const file = new File(['id,variant.id,variant.price\n1,11,14\n'], 'prices.csv', { type: 'text/csv' });
const chooseFile = () =>
  userEvent.upload(screen.getByLabelText(t('admin-catalogue.import.choose'), { selector: 'input' }), file);
const findButton = (name: string) => screen.findByRole('button', { name: t(name) });
const queryImportButton = () => screen.queryByRole('button', { name: t('admin-catalogue.import.run') });
const readSentFile = (body: unknown): string | null =>
  body instanceof FormData ? (body.get('file') as File).name : null;
const readRows = async () => {
  const table = await screen.findByRole('table', { name: t('admin-catalogue.import.changes') });
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);
};

describe('ProductImportScreen', { timeout: 60_000 }, () => {
  it('checks the chosen file, and lists its changes with both values', async () => {
    const changes: ProductImportCheck['changes'] = [
      priceChange('12'),
      { ...priceChange(''), variant: null, field: 'allergens', after: 'Sulfites' },
      { ...priceChange(''), product: 'Chenin', variant: null, field: null, after: '' },
      { ...priceChange(''), variant: 'M-150', field: null, after: '' },
    ];
    const calls = renderScreen({ [dryRun]: { data: { ...createCheck('one'), changes, changeCount: 700 } } });
    await chooseFile();
    const [price, text, product, variant] = await readRows();
    expect(price).toContain('MerlotM-75, 2022');
    expect(price).toContain('Price incl. VATvariant.price12 → 14');
    expect(text).toContain(`${t('admin-catalogue.import.empty')} → Sulfites`);
    expect(product).toContain(t('admin-catalogue.import.newProduct'));
    expect(variant).toContain(t('admin-catalogue.import.newVariant'));
    expect(screen.getByText(t('admin-catalogue.import.more', { shown: 4, count: 700 }))).toBeDefined();
    expect(screen.getByText(t('admin-catalogue.import.checked', counts))).toBeDefined();
    expect(calls.map(({ name }) => name)).toEqual([dryRun]);
    expect(readSentFile(calls[0]?.body)).toBe('prices.csv');
  });

  it('warns that a number could also be a thousand and more', async () => {
    const assumedNumber = { line: 4, column: 'variant.price', cell: '1,250', value: 1.25 };
    renderScreen({ [dryRun]: { data: { ...createCheck('one'), assumedNumber } } });
    await chooseFile();
    const warning = t('admin-catalogue.import.assumed', { ...assumedNumber, value: '1.25' });
    expect(await screen.findByText(warning)).toBeDefined();
    expect(await findButton('admin-catalogue.import.run')).toBeDefined();
  });

  it('lists the faults of a file by line and column, without a button to import it', async () => {
    const errors = { '3.variant.price': 'The price is missing.', '49999.tags': '“bio” does not exist.' };
    renderScreen({ [dryRun]: { status: 422, message: 'The file has errors.', errors } });
    await chooseFile();
    const items = within(await screen.findByRole('alert')).getAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      `The price is missing.${t('admin-catalogue.import.place', { line: '3', column: 'variant.price' })}`,
      `“bio” does not exist.${t('admin-catalogue.import.place', { line: '49999', column: 'tags' })}`,
    ]);
    expect(queryImportButton()).toBeNull();
  });

  it('offers no import of a file that changes nothing', async () => {
    renderScreen({ [dryRun]: { data: { ...createCheck('one', []), updated: 0 } } });
    await chooseFile();
    expect(await screen.findByText(t('admin-catalogue.import.checked', { ...counts, updated: 0 }))).toBeDefined();
    expect(queryImportButton()).toBeNull();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('imports the file with the digest of the dry run, and then shows the counts only', async () => {
    const calls = renderScreen({ [dryRun]: { data: createCheck('one') }, [importWith('one')]: { data: counts } });
    await chooseFile();
    await userEvent.click(await findButton('admin-catalogue.import.run'));
    expect(await screen.findByText(t('admin-catalogue.import.imported', counts))).toBeDefined();
    expect(readSentFile(calls[1]?.body)).toBe('prices.csv');
    expect(queryImportButton()).toBeNull();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('shows the present changes if a colleague was faster, keeps the file, and imports after another confirmation', async () => {
    const stale = { status: 409, message: 'A product was changed.', present: createCheck('two', [priceChange('13')]) };
    const calls = renderScreen({
      [dryRun]: { data: createCheck('one') },
      [importWith('one')]: stale,
      [importWith('two')]: { data: counts },
    });
    await chooseFile();
    await userEvent.click(await findButton('admin-catalogue.import.run'));
    expect(await screen.findByText('A product was changed.')).toBeDefined();
    expect((await readRows())[0]).toContain('13 → 14');
    expect(screen.getByText('prices.csv')).toBeDefined();
    await userEvent.click(await findButton('admin-catalogue.import.run'));
    expect(await screen.findByText(t('admin-catalogue.import.imported', counts))).toBeDefined();
    expect(calls.map(({ name }) => name)).toEqual([dryRun, importWith('one'), importWith('two')]);
  });

  it('keeps the dry run if the response to the import was lost, and repeats the import with the same key', async () => {
    let attempts = 0;
    const calls = renderScreen({
      [dryRun]: { data: createCheck('one') },
      [importWith('one')]: () => {
        attempts += 1;
        if (attempts === 1) throw new TypeError('Failed to fetch');
        return { data: counts };
      },
    });
    await chooseFile();
    await userEvent.click(await findButton('admin-catalogue.import.run'));
    expect(await screen.findByText(t('admin.callFailed'))).toBeDefined();
    expect((await readRows())[0]).toContain('12 → 14');
    await userEvent.click(await findButton('admin-catalogue.import.run'));
    expect(await screen.findByText(t('admin-catalogue.import.imported', counts))).toBeDefined();
    const keys = calls.filter(({ name }) => name === importWith('one')).map(({ idempotencyKey }) => idempotencyKey);
    expect(keys).toEqual([expect.any(String), keys[0]]);
    expect(screen.queryByText(t('admin.callFailed'))).toBeNull();
  });

  it('checks the same file again if the response to the dry run was lost', async () => {
    let attempts = 0;
    renderScreen({
      [dryRun]: () => {
        attempts += 1;
        if (attempts === 1) throw new TypeError('Failed to fetch');
        return { data: createCheck('one') };
      },
    });
    await chooseFile();
    await userEvent.click(await findButton('admin-catalogue.import.again'));
    await waitFor(() => expect(queryImportButton()).not.toBeNull());
    expect(await readRows()).toHaveLength(1);
  });

  it('drops the dry run if the file has become invalid, and shows the faults', async () => {
    const errors = { '2.id': '“1” does not exist.' };
    renderScreen({
      [dryRun]: { data: createCheck('one') },
      [importWith('one')]: { status: 422, message: 'The file has errors.', errors },
    });
    await chooseFile();
    await userEvent.click(await findButton('admin-catalogue.import.run'));
    expect(await screen.findByText('“1” does not exist.')).toBeDefined();
    expect(queryImportButton()).toBeNull();
    expect(screen.queryByRole('table')).toBeNull();
  });
});
