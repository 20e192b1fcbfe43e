import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import PriceListScreen from '#client/admin/catalogue/prices/PriceListScreen.tsx';
import { renderInAdmin, t } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const save = 'PUT /admin/product/prices';
const overview = 'GET /admin/product/overview?page=1&nbItem=50&orderBy=position';

const variantOf = (id: number, price: number) => ({
  id,
  reference: `R${id}`,
  year: 2022,
  capacity: 75,
  capacityUnit: 'CENTILITRE',
  price,
  plannedPrices: [],
  quantity: 24,
  lastMovement: 3,
  quantityStep: 1,
});
const product = {
  id: 1,
  revision: 4,
  name: 'Merlot',
  archivedAt: null,
  variants: [variantOf(11, 10), variantOf(12, 20)],
};

const inputs = async (label: string) =>
  (await screen.findAllByLabelText(new RegExp(`^${t(label, { name: 'Merlot' }).trim()}`))) as HTMLInputElement[];

async function type(input: HTMLInputElement | undefined, text: string): Promise<void> {
  if (!input) throw new Error('the grid has no such field');
  await userEvent.clear(input);
  await userEvent.type(input, text);
}

it('the price list keeps all typed values after a conflict, and lets the user choose a version in each row', {
  timeout: 60_000,
}, async () => {
  const stale = [
    { idVariant: 11, price: 13 },
    { idVariant: 12, stock: { quantity: 18, lastMovement: 9 } },
  ];
  let attempts = 0;
  const calls = stubApi({
    [overview]: { data: { products: [product], total: 1 } },
    [save]: () => {
      attempts += 1;
      if (attempts === 1) return { status: 409, message: 'Rows were changed.', present: { rows: stale } };
      return { data: { products: [] } };
    },
  });
  renderInAdmin(<PriceListScreen />);
  const [firstPrice, secondPrice] = await inputs('admin-catalogue.prices.priceOf');
  const [, secondStock] = await inputs('admin-catalogue.prices.stockOf');
  await type(firstPrice, '14');
  await type(secondPrice, '21');
  await type(secondStock, '30');
  await userEvent.click(screen.getByRole('button', { name: /^Save/ }));
  expect(await screen.findByText('Rows were changed.')).toBeDefined();
  expect([firstPrice?.value, secondPrice?.value, secondStock?.value]).toEqual(['14', '21', '30']);
  const [first, second] = (await screen.findAllByRole('alert')).filter(
    (alert) => within(alert).queryAllByRole('button').length > 0,
  );
  if (!first || !second) throw new Error('the rows show no conflict');
  expect(first.textContent).toContain('€13.00');
  expect(second.textContent).toContain('18');
  await userEvent.click(within(first).getByText(t('admin-catalogue.prices.keep.mine')));
  await userEvent.click(within(second).getByText(t('admin-catalogue.prices.keep.theirs')));
  expect(secondStock?.value).toBe('18');
  await userEvent.click(screen.getByRole('button', { name: /^Save/ }));
  await waitFor(() => expect(attempts).toBe(2));
  expect(calls.findLast(({ name }) => name === save)?.body).toEqual({
    rows: [
      { idProduct: 1, idVariant: 11, price: { shown: 13, next: 14 } },
      { idProduct: 1, idVariant: 12, price: { shown: 20, next: 21 } },
    ],
  });
});

describe('the form that plans prices', { timeout: 60_000 }, () => {
  const planCall = 'POST /admin/product/planned-prices';
  // 1 January 2027, 8:00 in Paris.
  const from = '2027-01-01T07:00:00.000Z';

  async function openForm(): Promise<HTMLElement> {
    renderInAdmin(<PriceListScreen />);
    for (const box of await screen.findAllByLabelText(/^Select Merlot/)) await userEvent.click(box);
    await userEvent.click(screen.getByRole('button', { name: t('admin-catalogue.plan.open', { count: 2 }) }));
    const dialog = await screen.findByRole('dialog', { name: t('admin-catalogue.plan.title') });
    fireEvent.change(within(dialog).getByLabelText(t('admin-catalogue.plan.from')), {
      target: { value: '2027-01-01T08:00' },
    });
    return dialog;
  }
  const saveButton = (dialog: HTMLElement) =>
    within(dialog).getByRole<HTMLButtonElement>('button', { name: t('admin-catalogue.plan.save') });

  it('shows the rounded result of a percentage, and replaces a planned price only after a confirmation', async () => {
    const planned = {
      ...product,
      variants: [variantOf(11, 10.05), { ...variantOf(12, 20), plannedPrices: [{ from, price: 22 }] }],
    };
    const calls = stubApi({
      [overview]: { data: { products: [planned], total: 1 } },
      [planCall]: { data: { products: [] } },
    });
    const dialog = await openForm();
    await userEvent.click(within(dialog).getByRole('combobox'));
    await userEvent.click(await screen.findByRole('option', { name: t('admin-catalogue.plan.mode.percent') }));
    await userEvent.type(within(dialog).getByLabelText(t('admin-catalogue.plan.percent')), '5');
    expect(within(dialog).getByText(t('admin-catalogue.plan.result', { price: '€10.55' }))).toBeDefined();
    expect(saveButton(dialog).disabled).toBe(true);
    await userEvent.click(within(dialog).getByLabelText(t('admin-catalogue.plan.replace', { price: '€22.00' })));
    await userEvent.click(saveButton(dialog));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.find(({ name }) => name === planCall)).toMatchObject({
      idempotencyKey: expect.any(String),
      body: {
        from,
        rows: [
          { idProduct: 1, idVariant: 11, price: 10.55, before: 10.05, replaces: null },
          { idProduct: 1, idVariant: 12, price: 21, before: 20, replaces: 22 },
        ],
      },
    });
  });

  it('keeps the typed prices and asks again if another user has planned a price for the same time', async () => {
    let attempts = 0;
    const calls = stubApi({
      [overview]: { data: { products: [product], total: 1 } },
      [planCall]: () => {
        attempts += 1;
        if (attempts > 1) return { data: { products: [] } };
        return {
          status: 409,
          message: 'Already planned.',
          present: { rows: [{ idVariant: 12, before: 20, planned: 23 }] },
        };
      },
    });
    const dialog = await openForm();
    const [first, second] = within(dialog).getAllByLabelText<HTMLInputElement>(/^New price of Merlot/);
    await type(first, '12,5');
    await type(second, '24');
    await userEvent.click(saveButton(dialog));
    expect(await within(dialog).findByText('Already planned.')).toBeDefined();
    expect([first?.value, second?.value]).toEqual(['12,5', '24']);
    expect(saveButton(dialog).disabled).toBe(true);
    await userEvent.click(within(dialog).getByLabelText(t('admin-catalogue.plan.replace', { price: '€23.00' })));
    await userEvent.click(saveButton(dialog));
    await waitFor(() => expect(attempts).toBe(2));
    expect(calls.findLast(({ name }) => name === planCall)?.body).toMatchObject({
      rows: [
        { idVariant: 11, price: 12.5, replaces: null },
        { idVariant: 12, price: 24, replaces: 23 },
      ],
    });
  });

  it('computes the percentage anew if a colleague has changed the price, and saves it only with another click', async () => {
    let attempts = 0;
    const calls = stubApi({
      [overview]: { data: { products: [product], total: 1 } },
      [planCall]: () => {
        attempts += 1;
        if (attempts > 1) return { data: { products: [] } };
        return {
          status: 409,
          message: 'Prices were changed.',
          errors: { 'rows.0.before': 'Somebody has changed this price.' },
          present: { rows: [{ idVariant: 11, before: 12, planned: null }] },
        };
      },
    });
    const dialog = await openForm();
    await userEvent.click(within(dialog).getByRole('combobox'));
    await userEvent.click(await screen.findByRole('option', { name: t('admin-catalogue.plan.mode.percent') }));
    await userEvent.type(within(dialog).getByLabelText(t('admin-catalogue.plan.percent')), '5');
    await userEvent.click(saveButton(dialog));
    expect(await within(dialog).findByText('Prices were changed.')).toBeDefined();
    expect(within(dialog).getByText('Somebody has changed this price.')).toBeDefined();
    expect(within(dialog).getByText(t('admin-catalogue.plan.before', { price: '€12.00' }))).toBeDefined();
    await userEvent.click(saveButton(dialog));
    await waitFor(() => expect(attempts).toBe(2));
    const bodies = calls.filter(({ name }) => name === planCall).map(({ body }) => body as { rows: object[] });
    expect(bodies.map(({ rows }) => rows[0])).toEqual([
      { idProduct: 1, idVariant: 11, price: 10.5, before: 10, replaces: null },
      { idProduct: 1, idVariant: 11, price: 12.6, before: 12, replaces: null },
    ]);
  });
});
