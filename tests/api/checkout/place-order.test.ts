import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { users } from '#server/api/accounts/accounts-tables.ts';
import { products } from '#server/api/catalogue/catalogue-tables.ts';
import { notifySiteChanged } from '#server/api/changes/notify-site-changed.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { discountCodeUses } from '#server/api/discounts/discounts-tables.ts';
import { attachTermsPdf } from '#server/api/orders/documents/terms-pdf.ts';
import { idempotentOrderRequests, orderLines, orders, termsVersions } from '#server/api/orders/orders-tables.ts';
import { parameters } from '#server/api/site/site-tables.ts';
import type { OrderBody } from '#shared/checkout/checkout-contract.ts';
import type { Localized } from '#shared/localized.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { createOrderAndStockActions } from '#tests/support/fixtures/order-actions.ts';
import {
  createCollectionOrderInput,
  createPlaceOrderInput,
  getDateInDays,
  mainlandAddress,
} from '#tests/support/fixtures/place-order-input.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { readMails } from '#tests/support/fixtures/seed-order.ts';
import { seedShopSettings, shopParameters } from '#tests/support/fixtures/seed-shop-settings.ts';
import { extractPdfText } from '#tests/support/pdf-text.ts';
import { startTestApi, type TestApi } from '#tests/support/servers/test-api.ts';

let api: TestApi;
let camille: Customer;
let placeOrder: ReturnType<typeof createOrderAndStockActions>['placeOrder'];
let stockOf: ReturnType<typeof createOrderAndStockActions>['stockOf'];
let setStock: ReturnType<typeof createOrderAndStockActions>['setStock'];

beforeAll(async () => {
  api = await startTestApi();
  ({ placeOrder, stockOf, setStock } = createOrderAndStockActions(api));
  for (const id of [40, 41]) {
    await seedEstate(api.db, api.filesDir, { id, mark: `Estate ${id}`, languages: ['fr_FR', 'en'] });
    await seedShopSettings(api.db, id);
  }
  camille = await createCustomer(api);
});

const plenty = { 11: 1_000, 12: 1_000, 13: 1_000, 21: 1_000, 22: 1_000, 31: 1_000, 41: 1_000 };
beforeEach(() => setStock(plenty));

const ordersOf = (customer: Customer) =>
  withSiteTransaction(api.db, customer.site, (tx) => tx.select().from(orders).where(eq(orders.userId, customer.id)));
const address = { ...mainlandAddress };

describe('POST /order', () => {
  test('computes the price and stores the order as placed', async () => {
    const input = createPlaceOrderInput({
      products: [
        { id: 11, quantity: 3 },
        { id: 13, quantity: 2 },
        { id: 21, quantity: 6 },
        { id: 51, quantity: 1 },
      ],
      discount: { code: 'vendanges' },
      message: 'Laissez chez la voisine',
    });
    const { status, data } = await placeOrder(camille, input);
    expect(status).toBe(200);
    // The subtotal in euros is 36 + 14 + 54 + 40, and the number of bottles 3 + 1 + 6 + 3.
    expect(data).toMatchObject({ status: 'PENDING', subtotal: 144, discount: 14.4, shippingFees: 25, total: 154.6 });
    expect(data.number).toMatch(/^20\d\d-\d{5}$/);
    const instructions = 'Sur le compte FR76 0000.';
    expect(data.payment).toEqual({ method: 'TRANSFER', label: 'Virement', instructions, isOnline: false });
    const { paymentStep, ...placed } = data;
    expect(paymentStep).toEqual({ kind: 'none' });
    const { data: read } = await api.call<'GET /order/{id}'>(`/order/${data.id}`, { headers: camille.headers });
    expect(read.order).toMatchObject({
      ...placed,
      bottles: 13,
      discountCode: 'Vendanges',
      message: 'Laissez chez la voisine',
      carrier: { id: 1, name: 'À domicile', serviceCode: 'HOME' },
      address: { delivery: { ...address, addressPart2: '' }, billing: { ...address, addressPart2: '' } },
      vat: [{ rate: 20, total: 154.6, vat: 25.77 }],
      states: [{ state: 'PENDING' }],
    });
    expect(read.order.products).toMatchObject([
      { id: 11, name: 'Cuvée Été', year: 2022, quantity: 3, fullPrice: 12, price: 12, total: 36, pricePerLitre: 16 },
      { id: 13, quantity: 2, price: 7, total: 14 },
      { id: 21, quantity: 6, fullPrice: 10, price: 9, total: 54 },
      { id: 51, quantity: 1, price: 40, total: 40, pricePerLitre: null },
    ]);
  });

  test('takes bottles and the contents of boxes from the stock', async () => {
    const input = createPlaceOrderInput({
      products: [
        { id: 11, quantity: 3 },
        { id: 51, quantity: 2 },
      ],
    });
    const { data } = await placeOrder(camille, input);
    expect(await stockOf(11)).toBe(1_000 - 3 - 4);
    expect(await stockOf(22)).toBe(998);
    expect(await stockOf(51)).toBe(999);
    const lines = await withSiteTransaction(api.db, 40, (tx) =>
      tx.select().from(orderLines).where(eq(orderLines.orderId, data.id)),
    );
    expect(lines.map(({ stockTaken }) => stockTaken)).toEqual([
      [{ variantId: 11, quantity: 3 }],
      [
        { variantId: 11, quantity: 4 },
        { variantId: 22, quantity: 2 },
      ],
    ]);
  });

  test('takes nothing from the stock without stock management', async () => {
    const count = (value: boolean) =>
      withSiteTransaction(api.db, 40, async (tx) => {
        await tx.update(parameters).set({ value }).where(eq(parameters.type, 'USE_STOCK_MANAGEMENT'));
        await notifySiteChanged(tx);
      });
    await setStock({ 12: 1 });
    await count(false);
    const { status, data } = await placeOrder(camille, createPlaceOrderInput({ products: [{ id: 12, quantity: 6 }] }));
    await count(true);
    expect(status).toBe(200);
    expect(await stockOf(12)).toBe(1);
    const [line] = await withSiteTransaction(api.db, 40, (tx) =>
      tx.select().from(orderLines).where(eq(orderLines.orderId, data.id)),
    );
    expect(line?.stockTaken).toEqual([]);
  });

  test('computes the fee for the zone of the pickup point', async () => {
    const input = (accessPoint: { id: string | number }) =>
      createPlaceOrderInput({
        address: { billing: { ...address, country: 'BE', postalCode: '1000' } },
        delivery: { type: 'PICKUP', idCarrier: 2, accessPoint },
      });
    const { status, data } = await placeOrder(camille, input({ id: 1 }));
    expect([status, data.shippingFees]).toEqual([200, 9]);
    expect((await ordersOf(camille)).find(({ id }) => id === data.id)).toMatchObject({
      deliveryAddress: null,
      pickupPoint: { id: '1', name: 'Tabac du Marché' },
    });
    expect((await placeOrder(camille, input({ id: '3' }))).status).toBe(422);
  });

  test('charges no fee for click and collect and accepts payment on collection', async () => {
    const input = createCollectionOrderInput({ products: [{ id: 11, quantity: 1 }], payment: 'AT_PICKUP' });
    const { status, data } = await placeOrder(camille, input, { lang: 'en' });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      shippingFees: 0,
      total: 12,
      payment: { method: 'AT_PICKUP', label: 'When collecting' },
    });
    expect((await ordersOf(camille)).find(({ id }) => id === data.id)).toMatchObject({
      collectionScheduleId: 1,
      collectionDate: getDateInDays(3),
      collection: { from: '10:00', to: '12:00', place: 'Chai Estate 40', address: '1 rue des Vignes, 16100 Cognac' },
    });
  });

  test('accepts NO_DELIVERY for vouchers, but not for a bottle without shipping fees', async () => {
    const setProduct = (values: Partial<Pick<typeof products.$inferSelect, 'kind' | 'hasShippingFees'>>) =>
      withSiteTransaction(api.db, 40, (tx) => tx.update(products).set(values).where(eq(products.id, 4)));
    const input = createPlaceOrderInput({
      products: [{ id: 41, quantity: 1 }],
      user: { phone: '' },
      address: { billing: address },
      delivery: { type: 'NO_DELIVERY' },
    });
    expect((await placeOrder(camille, input)).status).toBe(422);
    await setProduct({ hasShippingFees: false });
    expect((await placeOrder(camille, input)).status).toBe(422);
    await setProduct({ kind: 'voucher' });
    expect((await placeOrder(camille, input)).data).toMatchObject({ shippingFees: 0, total: 4 });
    await setProduct({ kind: 'juice', hasShippingFees: true });
  });

  test('compares the threshold for free shipping with the goods after the discount', async () => {
    const expensive = { products: [{ id: 31, quantity: 12 }] };
    expect((await placeOrder(camille, createPlaceOrderInput(expensive))).data).toMatchObject({
      subtotal: 420,
      shippingFees: 0,
      total: 420,
    });
    const less = await placeOrder(camille, createPlaceOrderInput({ ...expensive, discount: { code: 'VENDANGES' } }));
    expect(less.data).toMatchObject({ subtotal: 420, discount: 42, shippingFees: 12, total: 390 });
    const fee = await placeOrder(camille, createPlaceOrderInput({ discount: { code: 'PORT' } }));
    expect(fee.data).toMatchObject({ subtotal: 72, discount: 6, shippingFees: 12, total: 78 });
  });

  test('numbers the orders of each estate separately', async () => {
    const other = await createCustomer(api, { site: 41 });
    const first = await placeOrder(other, createPlaceOrderInput(), { site: 41 });
    expect(first.data.number).toMatch(/-00001$/);
    expect((await placeOrder(other, createPlaceOrderInput(), { site: 41 })).data.number).toMatch(/-00002$/);
    expect(await stockOf(11)).toBe(1_000);
  });
});

const deliveryInput = (over: Partial<OrderBody['delivery']>) =>
  createPlaceOrderInput({ delivery: { type: 'DELIVERY', idCarrier: 1, ...over } });
const addressInput = (over: Partial<typeof address> & Record<string, unknown>) =>
  createPlaceOrderInput({ address: { delivery: { ...address, ...over } as never } });
const linesInput = (...lines: [number, number][]) =>
  createPlaceOrderInput({ products: lines.map(([id, quantity]) => ({ id, quantity })) });

describe('refusals of POST /order', () => {
  test.each<[string, OrderBody, number, string[]]>([
    ['without accepted terms', createPlaceOrderInput({ acceptTerms: false }), 422, ['acceptTerms']],
    ['with a product that is not sold', linesInput([11, 6], [77, 1]), 422, ['products.1']],
    ['with a quantity that is no multiple of the step', linesInput([21, 7]), 422, ['products.0']],
    ['beyond the stock', linesInput([11, 1_001]), 409, ['products.0']],
    ['with a box beyond the stock of its contents', linesInput([51, 501]), 409, ['products.0']],
    ['without an address', createPlaceOrderInput({ address: { billing: address } }), 422, ['address.delivery']],
    ['without a carrier', createPlaceOrderInput({ delivery: { type: 'DELIVERY' } }), 422, ['delivery.idCarrier']],
    ['for a country that does not exist', addressInput({ country: 'XX' }), 422, ['address.delivery.country']],
    [
      'with a billing country that does not exist',
      createPlaceOrderInput({ address: { delivery: address, billing: { ...address, country: 999 } } }),
      422,
      ['address.billing.country'],
    ],
    ['with a carrier that does not exist', deliveryInput({ idCarrier: 9 }), 422, ['delivery.idCarrier']],
    ['with a carrier for pickup points', deliveryInput({ idCarrier: 2 }), 422, ['delivery.idCarrier']],
    [
      'with a carrier that does not serve the country',
      addressInput({ country: 'JP', postalCode: '100-0001' }),
      422,
      ['delivery.idCarrier'],
    ],
    [
      'with a postcode of another country',
      addressInput({ country: 'BE', postalCode: '16100' }),
      422,
      ['address.delivery.postalCode'],
    ],
    [
      'with a billing postcode of another country',
      createPlaceOrderInput({ address: { delivery: address, billing: { ...address, country: 'GB' } } }),
      422,
      ['address.billing.postalCode'],
    ],
    ['to an overseas territory', addressInput({ postalCode: '97400' }), 422, ['delivery.idCarrier']],
    [
      'with more bottles than the carrier accepts',
      { ...addressInput({ country: 'BE', postalCode: '1000' }), products: [{ id: 11, quantity: 13 }] },
      422,
      ['delivery.idCarrier'],
    ],
    ['with too few bottles', linesInput([11, 1]), 422, []],
    ['with too few half bottles', linesInput([13, 3]), 422, []],
    ['with too many bottles', linesInput([11, 61]), 422, []],
    ['without a pickup point', deliveryInput({ type: 'PICKUP', idCarrier: 2 }), 422, ['delivery.accessPoint']],
    [
      'for an unknown pickup point',
      deliveryInput({ type: 'PICKUP', idCarrier: 2, accessPoint: { id: '1 or 1=1' } }),
      422,
      ['delivery.accessPoint'],
    ],
    [
      'for a pickup point without a billing address',
      createPlaceOrderInput({ address: {}, delivery: { type: 'PICKUP', idCarrier: 2, accessPoint: { id: '1' } } }),
      422,
      ['address.billing'],
    ],
    ['without a collection day', createCollectionOrderInput({ dateSchedule: null }), 422, ['dateSchedule']],
    ['without a collection slot', createCollectionOrderInput({ idSchedule: null }), 422, ['idSchedule']],
    ['for an unknown slot', createCollectionOrderInput({ idSchedule: 99 }), 422, ['idSchedule']],
    ['for a day in the past', createCollectionOrderInput({ dateSchedule: getDateInDays(-1) }), 422, ['idSchedule']],
    ['for a day that is too soon', createCollectionOrderInput({ dateSchedule: getDateInDays(0) }), 422, ['idSchedule']],
    ['for a closed day', createCollectionOrderInput({ dateSchedule: getDateInDays(52) }), 422, ['idSchedule']],
    [
      'for a day that is too far ahead',
      createCollectionOrderInput({ dateSchedule: getDateInDays(70) }),
      422,
      ['idSchedule'],
    ],
    ['of wine without delivery', createPlaceOrderInput({ delivery: { type: 'NO_DELIVERY' } }), 422, ['delivery.type']],
    ['without a telephone', createPlaceOrderInput({ user: { phone: '' } }), 422, ['user.phone']],
    [
      'with a postcode other than that of the address',
      createPlaceOrderInput({ deliveryPostalCode: '20000' }),
      422,
      ['deliveryPostalCode'],
    ],
    [
      'with a country other than that of the address',
      createPlaceOrderInput({ deliveryIdCountry: 'BE' }),
      422,
      ['deliveryIdCountry'],
    ],
    ['with payment on collection and home delivery', createPlaceOrderInput({ payment: 'AT_PICKUP' }), 422, ['payment']],
    ['with an unknown code', createPlaceOrderInput({ discount: { code: 'RIEN' } }), 422, ['discount.code']],
    [
      'with a code that is not valid yet',
      createPlaceOrderInput({ discount: { code: 'BIENTOT' } }),
      422,
      ['discount.code'],
    ],
    ['with an expired code', createPlaceOrderInput({ discount: { code: 'PASSE' } }), 422, ['discount.code']],
    [
      'below the minimum amount of the code',
      createPlaceOrderInput({ discount: { code: 'CENT' } }),
      422,
      ['discount.code'],
    ],
    ['with a code that is used up', createPlaceOrderInput({ discount: { code: 'EPUISE' } }), 409, ['discount.code']],
    ['with another total', createPlaceOrderInput({ total: 83.99 }), 409, ['total']],
    ['with a total of zero', createPlaceOrderInput({ total: 0 }), 409, ['total']],
    ['with another fee', deliveryInput({ servicePrice: 0.01 }), 409, ['delivery.servicePrice']],
    ['with another carrier’s name', deliveryInput({ serviceName: 'Point relais' }), 409, ['delivery.serviceName']],
    ['with another carrier’s code', deliveryInput({ serviceCode: 'RELAY' }), 409, ['delivery.serviceCode']],
  ])('refuses an order %s', async (_, input, status, fields) => {
    const customer = await createCustomer(api);
    const answer = await placeOrder(customer, input, { key: 'a-refused-order' });
    expect([answer.status, Object.keys(answer.errors ?? {})]).toEqual([status, fields]);
    expect(answer.message).not.toMatch(/[{}]|refusal/);
    expect(await ordersOf(customer)).toEqual([]);
    const requests = await withSiteTransaction(api.db, 40, (tx) =>
      tx.select().from(idempotentOrderRequests).where(eq(idempotentOrderRequests.emailKey, customer.email)),
    );
    expect(requests).toEqual([]);
    for (const [id, quantity] of Object.entries(plenty)) expect(await stockOf(Number(id))).toBe(quantity);
  });

  test('refuses an order without a session of this estate', async () => {
    const stranger = await createCustomer(api, { site: 41 });
    expect((await api.call('/order', { method: 'POST', body: createPlaceOrderInput() })).status).toBe(401);
    expect((await placeOrder(stranger, createPlaceOrderInput(), { site: 40 })).status).toBe(401);
  });

  test('accepts an order whose displayed values are correct', async () => {
    const input = createPlaceOrderInput({
      delivery: { type: 'DELIVERY', idCarrier: 1, serviceName: 'À domicile', serviceCode: 'HOME', servicePrice: 12 },
      deliveryPostalCode: '16 100',
      deliveryIdCountry: 250,
      total: 84,
    });
    expect((await placeOrder(camille, input)).status).toBe(200);
  });
});

describe('the age check of POST /order', () => {
  const juice = createPlaceOrderInput({ products: [{ id: 41, quantity: 2 }] });
  const inputWithBirthdate = (birthdate?: string) =>
    createPlaceOrderInput({ user: { phone: '05 45 00 00 00', ...(birthdate !== undefined && { birthdate }) } });

  test.each([
    ['no birthdate', undefined],
    ['an empty birthdate', ''],
    ['an implausibly early birthdate', '1812-01-01'],
    ['a birthdate in the future', '2999-01-01'],
  ])('rejects %s in an order with alcohol', async (_, birthdate) => {
    const customer = await createCustomer(api, { birthdate: null });
    const answer = await placeOrder(customer, inputWithBirthdate(birthdate));
    expect([answer.status, Object.keys(answer.errors ?? {})]).toEqual([422, ['user.birthdate']]);
  });

  test('rejects minors by the birthdate of the order or of the account', async () => {
    const unknown = await createCustomer(api, { birthdate: null });
    for (const customer of [unknown, camille])
      expect((await placeOrder(customer, inputWithBirthdate('2015-01-01'))).status).toBe(422);
    const minor = await createCustomer(api, { birthdate: '2015-01-01' });
    const answer = await placeOrder(minor, inputWithBirthdate('1980-01-01'));
    expect([answer.status, answer.message]).toEqual([
      422,
      'La vente d’alcool est réservée aux personnes majeures\u00a0: nous ne pouvons pas accepter cette commande.',
    ]);
    expect((await placeOrder(minor, juice)).status).toBe(200);
  });

  test('rejects customers below the legal age of the country of delivery', async () => {
    const customer = await createCustomer(api, { birthdate: '2007-01-01' });
    const sweden = addressInput({ country: 'SE', postalCode: '111 22' });
    const refused = await placeOrder(customer, sweden);
    expect([refused.status, Object.keys(refused.errors ?? {})]).toEqual([422, ['user.birthdate']]);
    expect(refused.message).toMatch(/qu’à partir de 20\s+ans/);
    expect((await placeOrder(customer, addressInput({ country: 'BE', postalCode: '1000' }))).status).toBe(200);
    const adult = await createCustomer(api, { birthdate: '2000-01-01' });
    expect((await placeOrder(adult, sweden)).status).toBe(200);
  });

  test('stores the birthdate of the order in the account', async () => {
    const customer = await createCustomer(api, { birthdate: null, lastActiveAt: new Date('2024-01-01') });
    expect((await placeOrder(customer, juice)).status).toBe(200);
    expect((await placeOrder(customer, inputWithBirthdate('1980-02-29'))).status).toBe(200);
    const [row] = await withSiteTransaction(api.db, 40, (tx) =>
      tx.select().from(users).where(eq(users.id, customer.id)),
    );
    expect(row?.birthdate).toBe('1980-02-29');
    expect(row?.lastActiveAt.getTime()).toBeGreaterThan(Date.now() - 600_000);
    expect((await placeOrder(customer, inputWithBirthdate())).status).toBe(200);
  });
});

describe('POST /order with a malformed body', () => {
  const line = (over: object) => ({ ...createPlaceOrderInput(), products: [{ id: 11, quantity: 6, ...over }] });
  test.each<[string, unknown]>([
    ['a price in a line', line({ price: 0.01 })],
    ['a negative quantity', line({ quantity: -6 })],
    ['a quantity of zero', line({ quantity: 0 })],
    ['half a bottle', line({ quantity: 1.5 })],
    ['a huge quantity', line({ quantity: 100_000 })],
    ['a string as quantity', line({ quantity: '6' })],
    ['a string as id', line({ id: '11' })],
    ['a negative id', line({ id: -11 })],
    ['no lines', { ...createPlaceOrderInput(), products: [] }],
    [
      'too many lines',
      { ...createPlaceOrderInput(), products: Array.from({ length: 201 }, () => ({ id: 11, quantity: 1 })) },
    ],
    ['a site in the body', { ...createPlaceOrderInput(), idSite: 41 }],
    ['shipping fees', { ...createPlaceOrderInput(), shippingFees: 0 }],
    ['a user id', { ...createPlaceOrderInput(), user: { phone: '', id: 1 } }],
    ['the value of a code', { ...createPlaceOrderInput(), discount: { code: 'CINQ', value: 500 } }],
    ['an order state', { ...createPlaceOrderInput(), status: 'PAID' }],
    [
      'an unknown field of the delivery',
      { ...createPlaceOrderInput(), delivery: { type: 'DELIVERY', idCarrier: 1, fdp: 0 } },
    ],
    ['an unknown payment method', { ...createPlaceOrderInput(), payment: 'FREE' }],
    ['a day that does not exist', createCollectionOrderInput({ dateSchedule: '2026-02-30' })],
    ['a list as body', [createPlaceOrderInput()]],
    ['an empty body', {}],
  ])('rejects %s with 400', async (_, body) => {
    expect((await placeOrder(camille, body)).status).toBe(400);
  });
});

describe('the Idempotency-Key of POST /order', () => {
  test.each(['short', 'with spaces in it', 'x'.repeat(129), 'ümlaut-key', ''])(
    'rejects the malformed key "%s" with 400',
    async (key) => {
      expect((await placeOrder(camille, createPlaceOrderInput(), { key })).status).toBe(400);
    },
  );

  test('returns the first order for a repeated call, even when the stock is empty', async () => {
    const customer = await createCustomer(api);
    await setStock({ 11: 6 });
    const first = await placeOrder(customer, createPlaceOrderInput(), { key: 'same-order-1' });
    const again = await placeOrder(customer, createPlaceOrderInput(), { key: 'same-order-1' });
    expect([first.status, again.status, again.data]).toEqual([200, 200, first.data]);
    expect(await ordersOf(customer)).toHaveLength(1);
    expect(await stockOf(11)).toBe(0);
  });

  test('returns the first order when its fields come in another sequence', async () => {
    const customer = await createCustomer(api);
    const first = await placeOrder(customer, createPlaceOrderInput(), { key: 'same-order-2' });
    const reordered = Object.fromEntries(Object.entries(createPlaceOrderInput()).reverse());
    expect((await placeOrder(customer, reordered, { key: 'same-order-2' })).data).toEqual(first.data);
  });

  test('refuses a used key for another order and accepts it from another customer', async () => {
    const customer = await createCustomer(api);
    await placeOrder(customer, createPlaceOrderInput(), { key: 'one-key-only' });
    expect((await placeOrder(customer, linesInput([11, 7]), { key: 'one-key-only' })).status).toBe(409);
    expect(await ordersOf(customer)).toHaveLength(1);
    expect((await placeOrder(camille, linesInput([11, 7]), { key: 'one-key-only' })).status).toBe(200);
  });

  test('accepts the key of a refused order again', async () => {
    const customer = await createCustomer(api);
    await setStock({ 11: 5 });
    expect((await placeOrder(customer, createPlaceOrderInput(), { key: 'try-it-again' })).status).toBe(409);
    await setStock({ 11: 6 });
    expect((await placeOrder(customer, createPlaceOrderInput(), { key: 'try-it-again' })).status).toBe(200);
  });

  test('accepts a key again after thirty days', async () => {
    const customer = await createCustomer(api);
    await placeOrder(customer, createPlaceOrderInput(), { key: 'long-ago-1234' });
    await withSiteTransaction(api.db, 40, (tx) =>
      tx
        .update(idempotentOrderRequests)
        .set({ createdAt: new Date(Date.now() - 31 * 86_400_000) })
        .where(eq(idempotentOrderRequests.emailKey, customer.email)),
    );
    expect((await placeOrder(customer, createPlaceOrderInput(), { key: 'long-ago-1234' })).status).toBe(200);
    expect(await ordersOf(customer)).toHaveLength(2);
  });
});

describe('the discount code of an order', () => {
  test('counts the use of a code and refuses it beyond its limit', async () => {
    const customer = await createCustomer(api);
    const input = createPlaceOrderInput({ discount: { code: 'unefois' } });
    const first = await placeOrder(customer, input);
    expect(first.data).toMatchObject({ discount: 7.2 });
    expect((await placeOrder(customer, input)).status).toBe(409);
    expect((await placeOrder(camille, input)).status).toBe(200);
    const uses = await withSiteTransaction(api.db, 40, (tx) =>
      tx.select().from(discountCodeUses).where(eq(discountCodeUses.orderId, first.data.id)),
    );
    expect(uses).toMatchObject([{ codeId: 7, emailKey: customer.email }]);
  });

  test('never reduces the goods below zero', async () => {
    const input = createCollectionOrderInput({ products: [{ id: 41, quantity: 1 }], discount: { code: 'CINQ' } });
    expect((await placeOrder(camille, input)).data).toMatchObject({ subtotal: 4, discount: 4, total: 0 });
  });
});

describe('the mails of POST /order', () => {
  const about = async (id: number) => (await readMails(api, 40)).filter(({ orderId }) => orderId === id);

  test('POST /order mails the customer and the estate once', async () => {
    const customer = await createCustomer(api, { firstname: 'Ana' });
    const input = createPlaceOrderInput({ discount: { code: 'CINQ' }, message: '<b>Merci</b>' });
    const { data } = await placeOrder(customer, input, { key: 'mails-once-1', lang: 'en' });
    await placeOrder(customer, input, { key: 'mails-once-1', lang: 'en' });
    const mails = await about(data.id);
    expect(mails.map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['order-confirmation', customer.email],
      ['order-notice', 'estate@mail.example'],
    ]);
    const [confirmation, notice] = mails;
    expect(confirmation?.subject).toBe(`Your order ${data.number}`);
    const text = confirmation?.text.replaceAll(/\s+/g, ' ');
    for (const part of [
      'Hello Ana,',
      '6 × €12.00 · 75 cl · €16.00 per litre',
      'Code CINQ − €5.00',
      'Code CINQ − €5.00 Delivery €12.00 Total, VAT included €79.00 of which VAT at 20% €13.17',
      'Total, VAT included €79.00',
      'To your door',
      'To the account FR76 0000.',
      `https://estate-40.example/account/orders/${data.id}`,
      `https://estate-40.example/withdrawal?order=${encodeURIComponent(data.number)}`,
      'Alcohol abuse is dangerous',
    ])
      expect(text).toContain(part);
    expect(confirmation?.html).toContain('&lt;b&gt;Merci');
    expect(notice?.replyTo).toBe(customer.email);
    expect(notice?.text).toMatch(/abus d’alcool est dangereux/);
    expect(notice?.subject).toContain(`Commande ${data.number}`);
  });

  test('POST /order attaches the accepted terms to the confirmation', async () => {
    const { data } = await placeOrder(camille, createPlaceOrderInput(), { lang: 'en' });
    const version = createHash('sha256').update('<h2>Terms of sale</h2>').digest('hex');
    const [confirmation] = await about(data.id);
    expect(confirmation?.attachments).toEqual([{ filename: 'terms-of-sale.pdf', builder: 'terms', key: version }]);
    const kept = await withSiteTransaction(api.db, 40, (tx) =>
      tx.select().from(termsVersions).where(eq(termsVersions.version, version)),
    );
    expect(kept).toMatchObject([{ lang: 'en', html: '<h2>Terms of sale</h2>' }]);
    expect((await ordersOf(camille)).find(({ id }) => id === data.id)?.termsVersion).toBe(version);
  });

  test('POST /order attaches terms that name the seller instead of placeholders', async () => {
    const saveText = (type: 'COMPANY_NAME' | 'SALE_TERMS', value: Localized) =>
      withSiteTransaction(api.db, 40, async (tx) => {
        await tx
          .insert(parameters)
          .values({ type, value })
          .onConflictDoUpdate({ target: [parameters.siteId, parameters.type], set: { value } });
        await notifySiteChanged(tx);
      });
    await saveText('COMPANY_NAME', { fr_FR: 'Domaine & fils', en: 'Estate & sons' });
    await saveText('SALE_TERMS', { fr_FR: '<p>Vendeur : {{COMPANY_NAME}}</p>', en: '<p>Seller: {{COMPANY_NAME}}</p>' });
    const { data } = await placeOrder(camille, createPlaceOrderInput(), { lang: 'en' });
    const [confirmation] = await about(data.id);
    const version = confirmation?.attachments[0]?.key ?? '';
    const pdf = await withSiteTransaction(api.db, 40, (tx) => attachTermsPdf(tx, version));
    expect(extractPdfText(pdf.content)).toContain('Seller: Estate & sons');
    expect(extractPdfText(pdf.content)).not.toContain('{{');
    const shown = await api.call<'GET /parameter'>('/parameter?type=SALE_TERMS', { lang: 'fr_FR' });
    expect(shown.data.parameters[0]?.value).toBe('<p>Vendeur : Domaine &amp; fils</p>');
    await saveText('SALE_TERMS', shopParameters.SALE_TERMS);
  });

  test('POST /order mails no alcohol warning for an order of juice', async () => {
    const { data } = await placeOrder(camille, createPlaceOrderInput({ products: [{ id: 41, quantity: 6 }] }));
    for (const { text } of await about(data.id)) expect(text).not.toContain('abus d’alcool');
  });
});

test('PUT /product/quantities returns current quantities after an order and after a stock refusal', async () => {
  const displayedQuantity = async () => {
    const body = { products: [{ id: 11 }] };
    const { data } = await api.call<'PUT /product/quantities'>('/product/quantities', { method: 'PUT', body });
    return data.products[0]?.quantity;
  };
  // This refused order invalidates the cached quantities, and the next call caches them again.
  await placeOrder(camille, linesInput([11, 1_001]));
  expect(await displayedQuantity()).toBe(1_000);
  await placeOrder(camille, linesInput([11, 6]));
  expect(await displayedQuantity()).toBe(994);
  await setStock({ 11: 3 });
  expect((await placeOrder(camille, linesInput([11, 6]))).status).toBe(409);
  expect(await displayedQuantity()).toBe(3);
});

describe('the stock notification', () => {
  test.each([
    ['a bottle becomes scarce', 42, { 11: 10, 22: 1_000 }, 6],
    ['a bottle is sold out', 43, { 11: 6, 22: 1_000 }, 6],
    // A box contains two bottles of variant 11, so that the order reduces the stock from six boxes to five.
    ['a box becomes scarce', 44, { 11: 13, 22: 1_000 }, 2],
  ])('POST /order notifies the site only when %s', async (_, site, stockBefore, quantity) => {
    await seedEstate(api.db, api.filesDir, { id: site, mark: `Estate ${site}`, languages: ['fr_FR', 'en'] });
    await seedShopSettings(api.db, site);
    const customer = await createCustomer(api, { site });
    const notifiedSites: number[] = [];
    const stop = api.changes.subscribe((change) => void (change !== 'all' && notifiedSites.push(change.site)));
    const buy = (count: number) => placeOrder(customer, linesInput([11, count]), { site });
    await setStock(plenty, site);
    expect((await buy(6)).status).toBe(200);
    await setStock(stockBefore, site);
    expect((await buy(quantity)).status).toBe(200);
    await expect.poll(() => notifiedSites, { timeout: 15_000 }).toContain(site);
    stop();
    expect(notifiedSites.filter((each) => each === site)).toEqual([site]);
  });
});
