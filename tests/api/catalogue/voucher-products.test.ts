import { beforeAll, describe, expect, it } from 'vitest';
import { saveProduct } from '#server/api/catalogue/save-product.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { createOrderAndStockActions } from '#tests/support/fixtures/order-actions.ts';
import { createPlaceOrderInput } from '#tests/support/fixtures/place-order-input.ts';
import { createProductImportCalls } from '#tests/support/fixtures/product-import-calls.ts';
import { createProductInput, createVariantInput } from '#tests/support/fixtures/product-input.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { seedShopSettings } from '#tests/support/fixtures/seed-shop-settings.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const { placeOrder } = createOrderAndStockActions(api);
let staff: Customer;
let camille: Customer;
const { importFile, exportFile } = createProductImportCalls(api, () => staff);

const withoutVolume = { id: 911, reference: 'BON', year: null, price: 40, isStockManaged: false, quantity: 0 };
const voucher = {
  id: 900,
  slug: 'bon-cadeau',
  name: 'Bon cadeau',
  type: 'VOUCHER',
  kind: 'voucher',
  isVintage: false,
  isAlcohol: false,
  hasShippingFees: false,
  variants: [withoutVolume],
};
const oldSpelling = {
  ...voucher,
  id: 901,
  slug: 'ancien-bon',
  type: 'WINE',
  variants: [{ ...withoutVolume, id: 921, reference: 'BON-2', capacity: 1, capacityUnit: 'LITER' }],
};
const noVolume = { capacity: null, capacityUnit: null };

beforeAll(async () => {
  await seedEstate(api.db, api.filesDir, { id: 40, mark: 'Estate 40' });
  await seedShopSettings(api.db, 40);
  await withSiteTransaction(api.db, 40, async (tx) => {
    for (const input of [voucher, oldSpelling]) await saveProduct(tx, createProductInput(input));
  });
  staff = await createCustomer(api, { role: 'ADMIN' });
  camille = await createCustomer(api);
});

const listIds = async (query: string) =>
  (await api.call<'GET /product'>(`/product?nbItem=100&${query}`)).data.products.map(({ id }) => id);
const readAdmin = async (path: string) =>
  JSON.parse((await api.call(`/admin/${path}`, { headers: staff.headers })).text).data;

describe('a voucher', () => {
  it.each([
    ['without a volume', 900],
    ['that is still stored as a wine of one litre', 901],
  ])('%s is of type VOUCHER without a capacity for customers and staff', async (_, id) => {
    const { product } = (await api.call<'GET /product/{id}'>(`/product/${id}`)).data;
    expect(product).toMatchObject({ type: { type: 'VOUCHER' }, kind: 'voucher', declination: [noVolume] });
    const { item } = await readAdmin(`product/${id}`);
    expect(item).toMatchObject({ type: 'VOUCHER', variants: [noVolume] });
    const { products } = await readAdmin('product/overview?nbItem=100&search=bon');
    expect(products.find((each: { id: number }) => each.id === id)).toMatchObject({
      type: 'VOUCHER',
      variants: [noVolume],
    });
    const { variants } = await readAdmin(`stock?product=${id}`);
    expect(variants).toMatchObject([noVolume]);
  });

  it('is found by its own type alone, and by no capacity', async () => {
    expect(await listIds('type=VOUCHER')).toEqual([900, 901]);
    for (const query of ['type=WINE', 'type=BOX', 'df:type=VOUCHER', 'capacity=100', 'lt:capacity=1000'])
      expect(await listIds(query)).not.toContain(900);
    expect(await listIds('type=WINE')).not.toEqual([]);
  });

  it('is found by staff by its type, and by no other one', async () => {
    const listStaffIds = async (query: string): Promise<string[]> =>
      (await readAdmin(`product?nbItem=100&${query}`)).items.map(({ key }: { key: string | number }) => String(key));
    expect(await listStaffIds('type=VOUCHER')).toEqual(['900', '901']);
    expect(await listStaffIds('search=voucher')).toEqual(['900', '901']);
    for (const query of ['type=WINE', 'df:type=VOUCHER']) {
      const ids = await listStaffIds(query);
      expect(ids.length).toBeGreaterThan(0);
      expect(ids).not.toContain('900');
      expect(ids).not.toContain('901');
    }
  });

  it('is in the CSV export of orders without a volume or a bottle', async () => {
    const products = [{ id: 911, quantity: 2 }];
    const { data } = await placeOrder(camille, createPlaceOrderInput({ products, delivery: { type: 'NO_DELIVERY' } }));
    const { text } = await api.call('/admin/order/export', { headers: { ...staff.headers, 'accept-language': 'fr' } });
    const [head = '', ...rows] = text
      .trim()
      .split('\r\n')
      .map((row) => row.split(';'));
    const row = rows.find((cells) => cells[0]?.includes(data.number));
    const cell = (name: string) => row?.[head.indexOf(name)]?.replaceAll('"', '');
    expect([cell('Articles'), cell('Bouteilles'), cell('Total TTC')]).toEqual(['2 × Bon cadeau', '0', '80,00']);
    expect(row?.join(';')).not.toMatch(/null|NaN|undefined/);
  });

  it('has a price and no price per litre in a newsletter', async () => {
    const blocks = [{ block: 'products', products: [900, 901] }];
    const content = { newsletterList: 1, subject: 'Lettre', preheader: '', blocks };
    const body = { content, lang: 'fr_FR' };
    const { text } = await api.call('/admin/newsletter-issue/preview', {
      method: 'POST',
      headers: staff.headers,
      body,
    });
    const preview = JSON.parse(text).data;
    expect(preview.html).toContain('Bon cadeau');
    expect(preview.html).toMatch(/40,00\s€/);
    expect(preview.html).not.toMatch(/litre|NaN|null|undefined/);
  });

  it('has no volume in the cart and in its order', async () => {
    const input = createPlaceOrderInput({ products: [{ id: 911, quantity: 2 }], delivery: { type: 'NO_DELIVERY' } });
    const { status, data } = await placeOrder(camille, input);
    expect(status).toBe(200);
    const { order } = (await api.call<'GET /order/{id}'>(`/order/${data.id}`, { headers: camille.headers })).data;
    expect(order.products).toMatchObject([{ type: 'VOUCHER', ...noVolume, pricePerLitre: null, total: 80 }]);
  });

  it('keeps its type through the export and the import of products, also in the old spelling', async () => {
    const exported = JSON.parse(await exportFile('json'));
    const [own] = exported.filter(({ id }: { id: number }) => id === 900);
    expect(own).toMatchObject({ type: 'VOUCHER', variants: [noVolume] });
    const again = await importFile(JSON.stringify(exported), { isDryRun: true });
    expect(again.data).toMatchObject({ changes: [], changeCount: 0 });
    const csv = 'id;type;variant.id;variant.capacity;variant.capacityUnit\n900;WINE;;1;LITER\n';
    expect((await importFile(csv)).status).toBe(200);
    expect(await readAdmin('product/900')).toMatchObject({ item: { type: 'VOUCHER', variants: [noVolume] } });
  });

  it('is not allowed in a box, whose vouchers would never be issued', async () => {
    const box = { id: 902, slug: 'coffret-bon', type: 'BOX', kind: 'box', isVintage: false };
    const variants = [createVariantInput({ id: 931, reference: 'CB', year: null })];
    const input = createProductInput({ ...box, variants, boxContents: [{ variantId: 911, quantity: 1 }] });
    const saved = await withSiteTransactionOrRollback(api.db, 40, (tx) => saveProduct(tx, input));
    expect(saved).toMatchObject({ ok: false, refusal: 'unknown_reference' });
  });

  it('is the only product without a volume', () => {
    expect(() => createProductInput({ variants: [createVariantInput({ capacity: null })] })).toThrow('is required');
    expect(() => createProductInput({ type: 'VOUCHER' })).toThrow('voucher');
  });
});
