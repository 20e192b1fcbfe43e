import { beforeAll, describe, expect, test } from 'vitest';
import { addToStock } from '#server/api/catalogue/product-repository.ts';
import { saveProduct } from '#server/api/catalogue/save-product.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import type { PriceListRowChange } from '#shared/admin/price-list-contract.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { createProductInput, createVariantInput } from '#tests/support/fixtures/product-input.ts';
import { seedOrder } from '#tests/support/fixtures/seed-order.ts';
import { type CallOptions, startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
let admin: Customer;

beforeAll(async () => {
  for (const id of [40, 41]) {
    await insertSite(api.db, id);
    await withSiteTransaction(api.db, id, async (tx) => {
      await saveProduct(tx, createProductInput());
      const box = { type: 'BOX', kind: 'box', isVintage: false, boxContents: [{ variantId: 11, quantity: 3 }] };
      await saveProduct(
        tx,
        createProductInput({ id: 2, slug: 'coffret', ...box, variants: [createVariantInput({ id: 21 })] }),
      );
      const free = createVariantInput({ id: 31, reference: 'JUS', isStockManaged: false });
      await saveProduct(tx, createProductInput({ id: 3, slug: 'jus', name: 'Jus', variants: [free] }));
    });
  }
  await withSiteTransaction(api.db, 41, (tx) =>
    saveProduct(tx, createProductInput({ id: 9, slug: 'ailleurs', variants: [createVariantInput({ id: 91 })] })),
  );
  admin = await createCustomer(api, { role: 'ADMIN' });
});

/** Calls the panel's API as an administrator. */
async function call(path: string, options: CallOptions = {}) {
  const { status, text } = await api.call(`/admin/${path}`, { headers: admin.headers, ...options });
  return { status, ...JSON.parse(text) } as { status: number; data: Record<string, unknown> };
}
const move = (body: unknown) => call('stock-movement', { method: 'POST', body });
const quantityOf = async (variant: number): Promise<number | null> => {
  const { data } = await call('stock?nbItem=100');
  return (
    (data.variants as { id: number; quantity: number | null }[]).find(({ id }) => id === variant)?.quantity ?? null
  );
};
/** Replaces the stock as the panel does: the call names the replaced figure, so that the API detects conflicts. */
const replaceStock = async (body: { variant: number; kind: 'SET' | 'COUNT'; quantity: number; reason?: string }) => {
  const { data } = await call('stock?nbItem=100');
  const stock = (data.variants as { id: number; quantity: number; reserved: number }[]).find(
    ({ id }) => id === body.variant,
  );
  const before = (stock?.quantity ?? 0) + (body.kind === 'COUNT' ? (stock?.reserved ?? 0) : 0);
  return move({ ...body, before });
};

describe('POST /admin/stock-movement', () => {
  test('changes the stock and records reason, user and audit entry', async () => {
    const set = await replaceStock({ variant: 11, kind: 'SET', quantity: 30, reason: 'inventaire' });
    expect(set).toMatchObject({ status: 200 });
    const added = await move({ variant: 11, kind: 'ADD', quantity: -6, reason: 'casse' });
    expect(added).toMatchObject({ status: 200, data: { before: 30, after: 24 } });
    const { data } = await call('stock-movement?variant=11');
    expect(data).toMatchObject({
      total: 2,
      movements: [
        { idVariant: 11, kind: 'ADD', before: 30, after: 24, reason: 'casse', email: admin.email },
        { kind: 'SET', reason: 'inventaire' },
      ],
    });
    const audit = await call('audit?resource=stock&key=11');
    expect(audit.data.entries).toMatchObject([
      { before: { quantity: 30 }, after: { quantity: 24, reason: 'casse' } },
      { after: { quantity: 30 } },
    ]);
  });

  test('counts the cellar with the bottles of open orders', async () => {
    await seedOrder(api, admin, {
      order: { state: 'PAID' },
      lines: [{ stockTaken: [{ variantId: 12, quantity: 5 }] }],
    });
    const counted = await replaceStock({ variant: 12, kind: 'COUNT', quantity: 20 });
    expect(counted).toMatchObject({ data: { after: 15 } });
    const { data } = await call('stock?search=VV-150');
    expect(data).toMatchObject({ total: 1, variants: [{ id: 12, quantity: 15, reserved: 5 }] });
  });

  test('refuses a figure that replaces another stock than the caller has seen, and returns the present one', async () => {
    await replaceStock({ variant: 11, kind: 'SET', quantity: 24 });
    const seen = { variant: 11, quantity: 40 };
    const inCellar = { quantity: 18, reserved: 6 };
    // An order reserves 6 of the 24 bottles that the screen shows: 18 can still be sold, but all 24 are in the cellar.
    await seedOrder(api, admin, {
      order: { state: 'PAID' },
      lines: [{ stockTaken: [{ variantId: 11, quantity: 6 }] }],
    });
    await withSiteTransaction(api.db, 40, (tx) => addToStock(tx, new Map([[11, -6]])));
    const stale = await move({ ...seen, kind: 'SET', before: 24 });
    expect(stale).toMatchObject({ status: 409, data: { present: inCellar } });
    expect(String((stale as { message?: string }).message)).toContain('18');
    // A stocktake conflicts with six bottles that broke in the cellar meanwhile, but not with an order.
    await move({ variant: 11, kind: 'ADD', quantity: -6 });
    expect(await move({ ...seen, kind: 'COUNT', before: 24 })).toMatchObject({
      status: 409,
      data: { present: { quantity: 12, reserved: 6 } },
    });
    expect(await quantityOf(11)).toBe(12);
    expect(await move({ ...seen, kind: 'COUNT', before: 18 })).toMatchObject({ status: 200, data: { after: 34 } });
  });

  test.each([
    ['a negative stock', { variant: 11, kind: 'ADD', quantity: -1_000 }, 422],
    ['a variant that is always available', { variant: 31, kind: 'SET', quantity: 5, before: 0 }, 409],
    ['a box', { variant: 21, kind: 'SET', quantity: 5, before: 0 }, 409],
    ['a variant of another estate', { variant: 91, kind: 'SET', quantity: 5, before: 0 }, 404],
    ['a long reason', { variant: 11, kind: 'SET', quantity: 5, before: 0, reason: 'x'.repeat(201) }, 400],
    ['a figure without the stock that it replaces', { variant: 11, kind: 'SET', quantity: 5 }, 400],
    ['a stocktake without the stock that it replaces', { variant: 11, kind: 'COUNT', quantity: 5 }, 400],
  ])('refuses %s and leaves no trace', async (_title, body, status) => {
    const before = await call('stock-movement');
    expect(await move(body)).toMatchObject({ status });
    expect(await call('stock-movement')).toEqual(before);
  });
});

test('GET /admin/stock lists bottles, the lowest stock first, without boxes', async () => {
  await replaceStock({ variant: 12, kind: 'SET', quantity: 0 });
  const { data } = await call('stock');
  const rows = data.variants as { id: number; quantity: number | null; isLow: boolean }[];
  expect(rows.map(({ id }) => id)).toEqual([12, 11, 31]);
  expect(rows).toMatchObject([{ quantity: 0, isLow: true }, { isLow: false }, { quantity: null, isLow: false }]);
});

describe('PUT /admin/product/prices', () => {
  const save = (rows: Partial<PriceListRowChange>[]) => call('product/prices', { method: 'PUT', body: { rows } });
  const revisionOf = async (id: number): Promise<number> => Number((await call(`product/${id}`)).data.revision);
  const lastMovementOf = async (id: number): Promise<number> => {
    const { data } = await call('product/overview?nbItem=100');
    const products = data.products as { variants: { id: number; lastMovement: number }[] }[];
    return products.flatMap(({ variants }) => variants).find((variant) => variant.id === id)?.lastMovement ?? -1;
  };

  test('saves prices and stock, keeps the bottles of orders placed meanwhile, and records both', async () => {
    await replaceStock({ variant: 11, kind: 'SET', quantity: 20 });
    const revision = await revisionOf(1);
    const row = { idProduct: 1, idVariant: 11 };
    const saved = await save([
      // The screen showed 24 bottles, of which orders have since taken 4.
      {
        ...row,
        price: { shown: 10, next: 12.5 },
        stock: { shown: 24, next: 30, lastMovement: await lastMovementOf(11) },
      },
      { ...row, idVariant: 12, price: { shown: 25, next: 27 } },
    ]);
    expect(saved).toMatchObject({ status: 200, data: { products: [{ id: 1, revision: revision + 1 }] } });
    expect(await quantityOf(11)).toBe(26);
    const { data } = await call('product/overview?search=vignes&nbItem=1');
    const [product] = data.products as { variants: unknown[] }[];
    expect(product?.variants).toMatchObject([{ price: 12.5, quantity: 26 }, { price: 27 }]);
    const audit = await call('audit?resource=product&key=1');
    expect(audit.data.entries).toMatchObject([
      { action: 'UPDATE', after: { variants: [{ price: 12.5 }, { price: 27 }] } },
    ]);
  });

  test('saves nothing if one row is invalid, and names the row and the field', async () => {
    const revision = await revisionOf(1);
    const stock = { shown: 26, next: 30, lastMovement: await lastMovementOf(11) };
    const refused = await save([
      { idProduct: 1, idVariant: 11, price: { shown: 12.5, next: 14 }, stock },
      { idProduct: 3, idVariant: 31, price: { shown: 10, next: 0 } },
      { idProduct: 9, idVariant: 91, price: { shown: 10, next: 14 } },
      { idProduct: 3, idVariant: 11, price: { shown: 12.5, next: 14 } },
    ]);
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.data.errors ?? {})).toEqual(['rows.1.price', 'rows.2.idVariant', 'rows.3.idVariant']);
    expect(await quantityOf(11)).toBe(26);
    expect(await revisionOf(1)).toBe(revision);
  });

  test('refuses rows that others have changed with 409 and their stored values, and saves nothing', async () => {
    const lastMovement = await lastMovementOf(11);
    const shownBefore = { shown: 26, next: 40, lastMovement };
    await save([{ idProduct: 1, idVariant: 12, price: { shown: 27, next: 28 } }]);
    await move({ variant: 11, kind: 'ADD', quantity: 2 });
    const revision = await revisionOf(1);
    const refused = await save([
      { idProduct: 3, idVariant: 31, price: { shown: 10, next: 13 } },
      { idProduct: 1, idVariant: 12, price: { shown: 27, next: 29 } },
      { idProduct: 1, idVariant: 11, price: { shown: 12.5, next: 14 }, stock: shownBefore },
    ]);
    expect(refused).toMatchObject({
      status: 409,
      data: {
        errors: { 'rows.1.price': expect.any(String), 'rows.2.stock': expect.any(String) },
        present: {
          rows: [
            { idVariant: 12, price: 28 },
            { idVariant: 11, stock: { quantity: 28, lastMovement: await lastMovementOf(11) } },
          ],
        },
      },
    });
    expect(await revisionOf(1)).toBe(revision);
    expect(await quantityOf(11)).toBe(28);
    const chosen = { shown: 28, next: 26, lastMovement: await lastMovementOf(11) };
    expect(await save([{ idProduct: 1, idVariant: 11, stock: chosen }])).toMatchObject({ status: 200 });
  });

  test('takes a price back if the stock of another row would become negative', async () => {
    const lastMovement = await lastMovementOf(12);
    const refused = await save([
      { idProduct: 1, idVariant: 11, price: { shown: 12.5, next: 99 } },
      { idProduct: 1, idVariant: 12, stock: { shown: 50, next: 0, lastMovement } },
    ]);
    expect(refused).toMatchObject({ status: 422, data: { errors: { 'rows.1.stock': expect.any(String) } } });
    expect((await call('product/1')).data.item).toMatchObject({ variants: [{ price: 12.5 }, {}] });
  });

  test('accepts at most 500 rows', async () => {
    const rows = Array.from({ length: 501 }, (_, index) => ({ idProduct: 1, idVariant: index + 1 }));
    expect((await save(rows)).status).toBe(400);
  });
});

test('a product with a price of 0 or a discount above the price is refused with the field', async () => {
  const { data } = await call('product/3');
  const { item, revision } = data as unknown as { item: { variants: object[] }; revision: number };
  const discount = { id: 1, type: 'EURO', amount: 50 };
  const save = (change: object) =>
    call('product/3', {
      method: 'PUT',
      body: { revision, item: { ...item, variants: [{ ...item.variants[0], ...change }] } },
    });
  const french = (await save({ price: 0 })) as unknown as { status: number; data: { errors: Record<string, string> } };
  expect(french).toMatchObject({
    status: 422,
    data: { errors: { 'variants.0.price': 'Le prix doit être supérieur à 0.' } },
  });
  expect(await save({ discount })).toMatchObject({
    status: 422,
    data: { errors: { 'variants.0.discount.amount': 'La remise doit être inférieure au prix.' } },
  });
});
