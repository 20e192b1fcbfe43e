import { beforeAll, describe, expect, test } from 'vitest';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { seedShopSettings } from '#tests/support/fixtures/seed-shop-settings.ts';
import { startTestApi, type TestApi } from '#tests/support/servers/test-api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
  await seedEstate(api.db, api.filesDir, { id: 40, mark: 'Chêne', languages: ['fr_FR', 'en'] });
  await seedShopSettings(api.db, 40);
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
    ['a country under an embargo', 'KP', '1'],
    ['the Canary Islands', 'ES', '35001'],
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
