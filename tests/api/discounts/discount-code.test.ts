import { beforeAll, describe, expect, test } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { discountCodeUses } from '#server/api/discounts/discounts-tables.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { seedShopSettings } from '#tests/support/fixtures/seed-shop-settings.ts';
import { startTestApi, type TestApi } from '#tests/support/servers/test-api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
  await seedEstate(api.db, api.filesDir, { id: 40, mark: 'Chêne', languages: ['fr_FR', 'en'] });
  await seedShopSettings(api.db, 40);
});

const discount = (
  code: string,
  products: typeof bottles,
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
const bottles = [{ id: 11, quantity: 5 }];

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
