import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { stock, variants } from '#server/api/catalogue/catalogue-tables.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { codeUses } from '#server/api/discounts/discounts-tables.ts';
import { parameters } from '#server/api/site/site-tables.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { seedShop } from '#tests/support/fixtures/seed-shop.ts';
import { startTestApi, type TestApi } from '#tests/support/servers/test-api.ts';

// Longer than other files on purpose: the three checks of a cart are held against the same shop.

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
  for (const [id, mark] of [
    [40, 'Chêne'],
    [41, 'Saule'],
  ] as const) {
    await seedEstate(api.db, api.filesDir, { id, mark, languages: ['fr_FR', 'en'] });
    await seedShop(api.db, id);
  }
  // Site 41 sells one thing that site 40 does not.
  await withSiteTransaction(api.db, 41, async (tx) => {
    await tx.insert(variants).values({
      ...{ id: 99, productId: 1, position: 9, reference: 'R99', price: 100, sellByMultipleOf: 1, variations: [] },
      ...{ capacity: 75, capacityUnit: 'CENTILITRE' as const },
    });
    await tx.insert(stock).values({ variantId: 99, quantity: 3 });
  });
});

interface Line {
  id: number;
  quantity: unknown;
}
const validate = (products: Line[], lang = 'fr_FR') =>
  api.call<'POST /order/validate'>('/order/validate', { method: 'POST', lang, body: { products } });

describe('a cart is checked', () => {
  test('with the prices of this moment', async () => {
    const { status, data } = await validate([
      { id: 11, quantity: 2 },
      { id: 13, quantity: 3 },
      { id: 21, quantity: 6 },
      { id: 51, quantity: 1 },
    ]);
    expect(status).toBe(200);
    expect(data).toEqual({
      products: [
        { id: 11, quantity: 2, price: 12, total: 24 },
        { id: 13, quantity: 3, price: 7, total: 21 },
        { id: 21, quantity: 6, price: 9, total: 54 },
        { id: 51, quantity: 1, price: 40, total: 40 },
      ],
      // Three half bottles are one bottle and a half; the box holds three.
      bottles: 12,
      subtotal: 139,
    });
  });

  test.each([
    ['negative', -1],
    ['zero', 0],
    ['fractional', 1.5],
    ['huge', 1e9],
    ['a string', '2'],
    ['null', null],
  ])('a quantity that is %s is malformed', async (_, quantity) => {
    const { status, errors } = await validate([{ id: 11, quantity }]);
    expect(status).toBe(400);
    expect(Object.keys(errors ?? {})).toEqual(['products.0.quantity']);
  });

  test('an empty cart, and a field that nobody knows, are malformed', async () => {
    expect((await validate([])).status).toBe(400);
    const body = { products: [{ id: 11, quantity: 1, price: 0.01 }] };
    expect((await api.call('/order/validate', { method: 'POST', body })).status).toBe(400);
  });

  test('what the estate does not sell is named, and so is every other fault', async () => {
    const { status, errors, message } = await validate([
      { id: 99, quantity: 1 },
      { id: 21, quantity: 7 },
      { id: 13, quantity: 5 },
      { id: 12, quantity: 1 },
      { id: 41, quantity: 1 },
    ]);
    expect(status).toBe(422);
    expect(message).toContain('ne sont plus vendus');
    expect(errors).toEqual({
      'products.0': 'Cet article n’est plus vendu.',
      'products.1': 'Vendu par 6.',
      'products.2': 'Il en reste 4.',
      'products.3': 'Épuisé.',
      'products.4': 'Épuisé.',
    });
  });

  test('another estate’s declination is sold there, and unknown here', async () => {
    const body = { products: [{ id: 99, quantity: 1 }] };
    expect((await api.call('/order/validate', { method: 'POST', site: 41, body })).status).toBe(200);
    expect((await validate([{ id: 99, quantity: 1 }])).status).toBe(422);
  });

  test('a step is a 422, a lack of stock a 409, in the caller’s language', async () => {
    const step = await validate([{ id: 21, quantity: 5 }], 'en');
    expect([step.status, step.errors]).toEqual([422, { 'products.0': 'Sold in multiples of 6.' }]);
    const short = await validate([{ id: 22, quantity: 6 }], 'en');
    expect([short.status, short.errors]).toEqual([409, { 'products.0': 'Only 5 left.' }]);
  });

  test('boxes and bottles draw on one stock', async () => {
    // 13 bottles of 11, two in a box.
    expect(
      (
        await validate([
          { id: 51, quantity: 5 },
          { id: 11, quantity: 3 },
        ])
      ).status,
    ).toBe(200);
    const { status, errors } = await validate([
      { id: 51, quantity: 5 },
      { id: 11, quantity: 4 },
    ]);
    expect(status).toBe(409);
    expect(errors).toEqual({ 'products.0': 'Il en reste 4.', 'products.1': 'Il en reste 3.' });
  });

  test('where the estate counts no stock nothing is refused for it', async () => {
    const switchStock = (value: boolean) =>
      withSiteTransaction(api.db, 41, (tx) =>
        tx.update(parameters).set({ value }).where(eq(parameters.type, 'USE_STOCK_MANAGEMENT')),
      );
    await switchStock(false);
    const body = { products: [{ id: 12, quantity: 500 }] };
    expect((await api.call('/order/validate', { method: 'POST', site: 41, body })).status).toBe(200);
    await switchStock(true);
    expect((await api.call('/order/validate', { method: 'POST', site: 41, body })).status).toBe(409);
  });
});

const fees = (body: object, lang = 'fr_FR') =>
  api.call<'POST /calculate/shipping-fees'>('/calculate/shipping-fees', { method: 'POST', lang, body });
const six = [{ idProduct: 1, id: 11, quantity: 6 }];

describe('shipping fees', () => {
  test('are those of every carrier that goes there, the cheapest first', async () => {
    const { status, data } = await fees({ products: six, postalCode: '16100', country: 'FR' }, 'en');
    expect(status).toBe(200);
    expect(data.carriers).toEqual([
      {
        id: 2,
        name: 'Relay point',
        fdp: 9,
        price: 9,
        serviceCode: 'RELAY',
        deliveryType: 'PICKUP',
        siteType: 'WINEMAKER',
      },
      {
        id: 1,
        name: 'To your door',
        fdp: 12,
        price: 12,
        serviceCode: 'HOME',
        deliveryType: 'DELIVERY',
        siteType: 'WINEMAKER',
      },
    ]);
  });

  test.each([
    ['Corsica', 'FR', '20000', [39]],
    ['a country by its number', 56, '1000', [20]],
    ['a country in small letters', 'be', '1000', [20]],
  ])('know %s', async (_, country, postalCode, expected) => {
    const { data } = await fees({ products: six, postalCode, country });
    expect(data.carriers.map(({ fdp }) => fdp)).toEqual(expected);
  });

  test.each([
    ['overseas', 'FR', '97100'],
    ['overseas by its own code', 'GP', '97100'],
    ['overseas by its own number', 312, '97100'],
    ['a country that no carrier names', 'JP', '100'],
  ])('%s: nobody goes there', async (_, country, postalCode) => {
    const { status, message } = await fees({ products: six, postalCode, country });
    expect(status).toBe(422);
    expect(message).toContain('Aucun transporteur');
  });

  test('a country that does not exist is named', async () => {
    for (const country of ['XX', 999]) {
      const { status, errors } = await fees({ products: six, postalCode: '1', country });
      expect(status).toBe(422);
      expect(Object.keys(errors ?? {})).toEqual(['country']);
    }
  });

  test('are zero from a number of bottles, or a sum of goods after the code', async () => {
    const there = { postalCode: '16100', country: 'FR' };
    const many = await fees({ products: [{ idProduct: 2, id: 21, quantity: 24 }], ...there });
    expect(many.data.carriers).toMatchObject([{ id: 1, fdp: 0, price: 25 }]);
    // Twelve bottles of cognac at 35 are 420 euros; a tenth less, 378. With 0.7 l they count as half bottles.
    const dear = { products: [{ idProduct: 3, quantity: 12 }], ...there };
    expect((await fees(dear)).data.carriers.map(({ fdp }) => fdp)).toEqual([0, 0]);
    expect((await fees({ ...dear, code: 'vendanges' })).data.carriers.map(({ fdp }) => fdp)).toEqual([9, 12]);
    expect((await fees({ ...dear, code: 'nonesuch' })).status).toBe(422);
  });

  test('bind the number of bottles, and say it', async () => {
    const there = { postalCode: '16100', country: 'FR' };
    const few = await fees({ products: [{ idProduct: 1, id: 13, quantity: 3 }], ...there });
    expect([few.status, few.message]).toEqual([
      422,
      'Nous expédions à partir de 2 bouteilles et votre panier en compte 1. Ajoutez-en quelques-unes ou retirez votre commande au domaine.',
    ]);
    const many = await fees({ products: [{ idProduct: 2, id: 21, quantity: 66 }], ...there }, 'en');
    expect([many.status, many.message]).toEqual([
      422,
      'We ship at most 60 bottles at a time, and there are 66 in the cart. Please order less, or contact us.',
    ]);
  });

  test('ask which declination is meant where there are several', async () => {
    const there = { postalCode: '16100', country: 'FR' };
    const open = await fees({
      products: [
        { idProduct: 3, quantity: 1 },
        { idProduct: 1, quantity: 6 },
      ],
      ...there,
    });
    expect([open.status, open.errors]).toEqual([422, { 'products.1': 'Choisissez le format de cet article.' }]);
    const wrong = await fees({ products: [{ idProduct: 3, id: 11, quantity: 6 }], ...there });
    expect([wrong.status, wrong.errors]).toEqual([422, { 'products.0': 'Cet article n’est plus vendu.' }]);
  });
});

const discount = (
  code: string,
  products: Line[],
  more: { shippingFees?: number; headers?: Record<string, string> } = {},
) => {
  const { headers = {}, ...rest } = more;
  return api.call<'POST /order/discount'>('/order/discount', {
    method: 'POST',
    lang: 'fr_FR',
    headers,
    body: { code, cart: { products, ...rest } },
  });
};
const bottles: Line[] = [{ id: 11, quantity: 5 }];

describe('a code', () => {
  test('is found however it is written, and says what it takes off', async () => {
    const { data } = await discount(' vendangeS ', bottles, { shippingFees: 12 });
    expect(data).toEqual({
      id: 1,
      code: 'Vendanges',
      type: 'PERCENTAGE',
      amount: 10,
      detailType: 'PRODUCT',
      value: 6,
      subtotal: 60,
      shippingFees: 12,
      total: 66,
    });
    expect((await discount('cinq', bottles)).data).toMatchObject({ value: 5, total: 55 });
    expect((await discount('port', bottles, { shippingFees: 12.5 })).data).toMatchObject({ value: 6.25, total: 66.25 });
  });

  test.each([
    ['nobody knows', 'RIEN', 422, 'ne connaissons pas'],
    ['is not valid yet', 'BIENTOT', 422, 'à partir du'],
    ['is over', 'PASSE', 422, 'n’est plus valable'],
    ['was used by all who might', 'EPUISE', 409, 'autant de fois que possible'],
    ['needs dearer goods', 'CENT', 422, 'partir de 100,00 €'],
  ])('that %s is refused', async (_, code, status, words) => {
    const answer = await discount(code, bottles);
    expect(answer.status).toBe(status);
    expect(answer.message.replaceAll(/\s/g, ' ')).toContain(words);
    expect(answer.errors).toEqual({ code: answer.message });
  });

  test('that a customer has used is refused to them once they are logged in', async () => {
    const customer = await createCustomer(api);
    const other = await createCustomer(api);
    await withSiteTransaction(api.db, 40, (tx) =>
      tx.insert(codeUses).values({ codeId: 7, orderId: 1, userId: customer.id, usedOn: '2026-01-01' }),
    );
    expect((await discount('UNEFOIS', bottles, { headers: customer.headers })).status).toBe(409);
    expect((await discount('UNEFOIS', bottles, { headers: other.headers })).status).toBe(200);
    expect((await discount('UNEFOIS', bottles)).status).toBe(200);
  });

  test('cannot be guessed for long', async () => {
    const guess = (index: number, client: string) =>
      api.call('/order/discount', {
        method: 'POST',
        headers: { 'x-api-secret': 'a-secret-for-tests-alone', 'x-client-address': client },
        body: { code: `GUESS${index}`, cart: { products: bottles } },
      });
    for (let index = 0; index < 60; index++) await guess(index, '192.0.2.9');
    expect((await guess(61, '192.0.2.9')).status).toBe(429);
    expect((await guess(61, '192.0.2.10')).status).toBe(422);
  });
});
