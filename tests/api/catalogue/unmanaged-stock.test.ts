import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { variants } from '#server/api/catalogue/catalogue-tables.ts';
import { recordStockMovement } from '#server/api/catalogue/stock-changes.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { orderLines } from '#server/api/orders/orders-tables.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { createOrderAndStockActions } from '#tests/support/fixtures/order-actions.ts';
import { createPlaceOrderInput } from '#tests/support/fixtures/place-order-input.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { seedShopSettings } from '#tests/support/fixtures/seed-shop-settings.ts';
import { startTestApi, type TestApi } from '#tests/support/servers/test-api.ts';

/** Variant 11 has a managed stock of 5 and variant 22 none. Box 51 contains two bottles of 11 and one of 22. */
const managed = 11;
const unmanaged = 22;
const box = 51;

let api: TestApi;
let camille: Customer;
let actions: ReturnType<typeof createOrderAndStockActions>;

const setManaged = (id: number, isStockManaged: boolean) =>
  withSiteTransaction(api.db, 40, (tx) => tx.update(variants).set({ isStockManaged }).where(eq(variants.id, id)));

beforeAll(async () => {
  api = await startTestApi();
  actions = createOrderAndStockActions(api);
  await seedEstate(api.db, api.filesDir, { id: 40, mark: 'Estate 40', languages: ['fr_FR', 'en'] });
  await seedShopSettings(api.db, 40);
  camille = await createCustomer(api);
  await setManaged(unmanaged, false);
  await actions.setStock({ [managed]: 5, [unmanaged]: 0 });
});

const readProduct = async (id: number) => {
  const { data } = await api.call<'GET /product'>(`/product?id=${id}`);
  const [product] = data.products;
  if (!product) throw new Error(`no product ${id}`);
  return product;
};

test('a product is counted if all its variants are, and a box if one of its contents is', async () => {
  const mixed = await readProduct(2);
  expect(mixed.declination.map(({ id, setQuantity }) => [id, setQuantity])).toEqual([
    [21, true],
    [unmanaged, false],
  ]);
  expect(mixed).toMatchObject({ setQuantity: false, quantity: mixed.declination[0]?.quantity });
  expect(await readProduct(1)).toMatchObject({ setQuantity: true });
  expect(await readProduct(5)).toMatchObject({ setQuantity: true, quantity: 2 });
  const body = { products: [managed, unmanaged, box].map((id) => ({ id })) };
  const { data } = await api.call<'PUT /product/quantities'>('/product/quantities', { method: 'PUT', body });
  expect(data.products).toEqual([
    { id: managed, quantity: 5 },
    { id: box, quantity: 2 },
  ]);
});

test('a box of unmanaged contents only is always available', async () => {
  await setManaged(managed, false);
  const product = await readProduct(5);
  await setManaged(managed, true);
  expect(product).toMatchObject({ setQuantity: false, declination: [{ setQuantity: false }] });
});

test('an order takes only managed quantities from the stock', async () => {
  const products = [
    { id: unmanaged, quantity: 30 },
    { id: box, quantity: 2 },
  ];
  const { status, data } = await actions.placeOrder(camille, createPlaceOrderInput({ products }));
  expect(status).toBe(200);
  const lines = await withSiteTransaction(api.db, 40, (tx) =>
    tx.select().from(orderLines).where(eq(orderLines.orderId, data.id)),
  );
  expect(lines.map(({ stockTaken }) => stockTaken)).toEqual([[], [{ variantId: managed, quantity: 4 }]]);
  expect([await actions.stockOf(managed), await actions.stockOf(unmanaged)]).toEqual([1, 0]);
  const more = await actions.placeOrder(camille, createPlaceOrderInput({ products: [{ id: box, quantity: 1 }] }));
  expect(more.status).toBe(409);
});

test('the movement of an unmanaged stock is refused', async () => {
  const movement = { variantId: unmanaged, kind: 'SET', quantity: 5, reason: '', userId: null, reserved: 0 } as const;
  const outcome = await withSiteTransaction(api.db, 40, (tx) => recordStockMovement(tx, movement));
  expect(outcome).toEqual({ ok: false, refusal: 'stock_not_managed' });
});
