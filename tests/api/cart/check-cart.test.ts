import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { variants } from '#server/api/catalogue/product-tables.ts';
import { stock } from '#server/api/catalogue/stock-tables.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { discountCodeUses } from '#server/api/discounts/discounts-tables.ts';
import { parameters } from '#server/api/site/site-tables.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { seedShop } from '#tests/support/fixtures/seed-shop.ts';
import { startTestApi, type TestApi } from '#tests/support/servers/test-api.ts';

// This file is long because it tests three endpoints against the same shop.

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
  // Site 41 sells one variant that site 40 does not sell.
  await withSiteTransaction(api.db, 41, async (tx) => {
    await tx.insert(variants).values({
      id: 99,
      productId: 1,
      position: 9,
      reference: 'R99',
      price: 100,
      sellByMultipleOf: 1,
      variations: [],
      capacity: 75,
      capacityUnit: 'CENTILITRE' as const,
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

describe('POST /order/validate', () => {
  test('returns the current prices', async () => {
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
      // Three half bottles count as one and a half, the box contains three bottles, and the sum is rounded down.
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
  ])('rejects a quantity that is %s with 400', async (_, quantity) => {
    const { status, errors } = await validate([{ id: 11, quantity }]);
    expect(status).toBe(400);
    expect(Object.keys(errors ?? {})).toEqual(['products.0.quantity']);
  });

  test('rejects an empty cart and an unknown field with 400', async () => {
    expect((await validate([])).status).toBe(400);
    const body = { products: [{ id: 11, quantity: 1, price: 0.01 }] };
    expect((await api.call('/order/validate', { method: 'POST', body })).status).toBe(400);
  });

  test('names each product that is not sold and every other issue', async () => {
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

  test('refuses a variant of another estate', async () => {
    const body = { products: [{ id: 99, quantity: 1 }] };
    expect((await api.call('/order/validate', { method: 'POST', site: 41, body })).status).toBe(200);
    expect((await validate([{ id: 99, quantity: 1 }])).status).toBe(422);
  });

  test('responds to a wrong step with 422 and to missing stock with 409 in the caller’s language', async () => {
    const step = await validate([{ id: 21, quantity: 5 }], 'en');
    expect([step.status, step.errors]).toEqual([422, { 'products.0': 'Sold in multiples of 6.' }]);
    const short = await validate([{ id: 22, quantity: 6 }], 'en');
    expect([short.status, short.errors]).toEqual([409, { 'products.0': 'Only 5 left.' }]);
  });

  test('counts boxes and bottles against the same stock', async () => {
    // The stock of variant 11 is 13 bottles, of which each box takes two.
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

  test('ignores the stock without stock management', async () => {
    const setStockManagement = (value: boolean) =>
      withSiteTransaction(api.db, 41, (tx) =>
        tx.update(parameters).set({ value }).where(eq(parameters.type, 'USE_STOCK_MANAGEMENT')),
      );
    await setStockManagement(false);
    const body = { products: [{ id: 12, quantity: 500 }] };
    expect((await api.call('/order/validate', { method: 'POST', site: 41, body })).status).toBe(200);
    await setStockManagement(true);
    expect((await api.call('/order/validate', { method: 'POST', site: 41, body })).status).toBe(409);
  });
});

const fees = (body: object, lang = 'fr_FR') =>
  api.call<'POST /calculate/shipping-fees'>('/calculate/shipping-fees', { method: 'POST', lang, body });
const sixBottles = [{ idProduct: 1, id: 11, quantity: 6 }];

describe('POST /calculate/shipping-fees', () => {
  test('returns every carrier that serves the address, the cheapest first', async () => {
    const { status, data } = await fees({ products: sixBottles, postalCode: '16100', country: 'FR' }, 'en');
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
    ['a country given by its number', 56, '1000', [20]],
    ['a country code in lower case', 'be', '1000', [20]],
  ])('computes the fee for %s', async (_, country, postalCode, expected) => {
    const { data } = await fees({ products: sixBottles, postalCode, country });
    expect(data.carriers.map(({ fdp }) => fdp)).toEqual(expected);
  });

  test.each([
    ['an overseas territory', 'FR', '97100'],
    ['an overseas territory by its own code', 'GP', '97100'],
    ['an overseas territory by its own number', 312, '97100'],
    ['a country without rates', 'JP', '100'],
  ])('responds with 422 when no carrier serves %s', async (_, country, postalCode) => {
    const { status, message } = await fees({ products: sixBottles, postalCode, country });
    expect(status).toBe(422);
    expect(message).toContain('Aucun transporteur');
  });

  test('names the field of a country that does not exist', async () => {
    for (const country of ['XX', 999]) {
      const { status, errors } = await fees({ products: sixBottles, postalCode: '1', country });
      expect(status).toBe(422);
      expect(Object.keys(errors ?? {})).toEqual(['country']);
    }
  });

  test('charges nothing from a number of bottles or an amount of goods after the discount', async () => {
    const destination = { postalCode: '16100', country: 'FR' };
    const many = await fees({ products: [{ idProduct: 2, id: 21, quantity: 24 }], ...destination });
    expect(many.data.carriers).toMatchObject([{ id: 1, fdp: 0, price: 25 }]);
    // Twelve bottles of cognac cost 420 euros, or 378 after the discount. Bottles of 0.7 l count as half bottles.
    const expensive = { products: [{ idProduct: 3, quantity: 12 }], ...destination };
    expect((await fees(expensive)).data.carriers.map(({ fdp }) => fdp)).toEqual([0, 0]);
    expect((await fees({ ...expensive, code: 'vendanges' })).data.carriers.map(({ fdp }) => fdp)).toEqual([9, 12]);
    expect((await fees({ ...expensive, code: 'nonesuch' })).status).toBe(422);
  });

  test('refuses too few or too many bottles and states the limit', async () => {
    const destination = { postalCode: '16100', country: 'FR' };
    const few = await fees({ products: [{ idProduct: 1, id: 13, quantity: 3 }], ...destination });
    expect([few.status, few.message]).toEqual([
      422,
      'Nous expédions à partir de 2 bouteilles et votre panier en compte 1. Ajoutez-en quelques-unes ou retirez votre commande au domaine.',
    ]);
    const many = await fees({ products: [{ idProduct: 2, id: 21, quantity: 66 }], ...destination }, 'en');
    expect([many.status, many.message]).toEqual([
      422,
      'We ship at most 60 bottles in one order, and there are 66 in your cart. Please order fewer, or contact us.',
    ]);
  });

  test('requires the id of a variant when the product has several', async () => {
    const destination = { postalCode: '16100', country: 'FR' };
    const open = await fees({
      products: [
        { idProduct: 3, quantity: 1 },
        { idProduct: 1, quantity: 6 },
      ],
      ...destination,
    });
    expect([open.status, open.errors]).toEqual([422, { 'products.1': 'Choisissez le format de cet article.' }]);
    const wrong = await fees({ products: [{ idProduct: 3, id: 11, quantity: 6 }], ...destination });
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

describe('POST /order/discount', () => {
  test('finds a code regardless of case and spaces and returns its value', async () => {
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
    ['does not exist', 'RIEN', 422, 'ne connaissons pas'],
    ['is not valid yet', 'BIENTOT', 422, 'à partir du'],
    ['has expired', 'PASSE', 422, 'n’est plus valable'],
    ['has no uses left', 'EPUISE', 409, 'autant de fois que possible'],
    ['requires a higher amount', 'CENT', 422, 'partir de 100,00 €'],
  ])('refuses a code that %s', async (_, code, status, words) => {
    const answer = await discount(code, bottles);
    expect(answer.status).toBe(status);
    expect(answer.message.replaceAll(/\s/g, ' ')).toContain(words);
    expect(answer.errors).toEqual({ code: answer.message });
  });

  test('refuses a code that the logged-in customer has already used', async () => {
    const customer = await createCustomer(api);
    const other = await createCustomer(api);
    await withSiteTransaction(api.db, 40, (tx) =>
      tx.insert(discountCodeUses).values({ codeId: 7, orderId: 1, emailKey: customer.email, usedOn: '2026-01-01' }),
    );
    expect((await discount('UNEFOIS', bottles, { headers: customer.headers })).status).toBe(409);
    expect((await discount('UNEFOIS', bottles, { headers: other.headers })).status).toBe(200);
    expect((await discount('UNEFOIS', bottles)).status).toBe(200);
  });

  test('limits the attempts with unknown codes', async () => {
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
