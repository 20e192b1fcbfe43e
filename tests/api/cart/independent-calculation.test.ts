import { beforeAll, describe, expect, test } from 'vitest';
import { stock } from '#server/api/catalogue/catalogue-tables.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { eurosToCents } from '#shared/money.ts';
import { addDays, toLocalDay } from '#shared/places/local-time.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { seedShopSettings } from '#tests/support/fixtures/seed-shop-settings.ts';
import {
  addRandomShopWithShipping,
  insertDiscountCode,
} from '#tests/support/generators/add-random-shop-with-shipping.ts';
import {
  createRandomPurchase,
  createRandomShop,
  type RandomShop,
  RandomSource,
} from '#tests/support/generators/random-shop.ts';
import {
  calculateBillForFee,
  calculateOrder,
  computeExpectedCarrierOffers,
  computeStockUsage,
  type Purchase,
  type PurchaseDelivery,
  type ReferenceResult,
} from '#tests/support/generators/reference-calculator.ts';
import { startTestApi, type TestApi } from '#tests/support/servers/test-api.ts';

/**
 * The tests compare the API with an independent calculator. Site 40 manages its stock, sells worldwide and ships free
 * of charge from an amount of goods; site 41 does not manage its stock.
 */
const seedBySite = { 40: 406, 41: 3 } as const;
const cartsPerShop = 40;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});

/** Two of the pickup points that `seedShopSettings` creates: one on the mainland and one in Corsica. */
const pickupPoints = [
  { id: '1', country: 'FR', postalCode: '16100' },
  { id: '3', country: 'FR', postalCode: '20000' },
] as const;

const person = { firstname: 'Camille', lastname: 'Vignaud', address: '1 rue Haute', city: 'Cognac' };
const inEuros = (cents: number) => cents / 100;

/** Creates a random purchase that is a valid request: it has lines, and a pickup point is one of `pickupPoints`. */
function randomApiPurchase(random: RandomSource, shop: RandomShop): Purchase & { pickupPointId: string | null } {
  const purchase = createRandomPurchase(random, shop);
  if (purchase.lines.length === 0) return randomApiPurchase(random, shop);
  if (purchase.delivery.type !== 'PICKUP') return { ...purchase, pickupPointId: null };
  const { id, ...place } = random.pick(pickupPoints);
  return { ...purchase, delivery: { ...purchase.delivery, ...place }, pickupPointId: id };
}

describe.each([40, 41] as const)('carts at site %i', (site) => {
  const shop = createRandomShop(new RandomSource(seedBySite[site]), 100);
  const codes = new Map<number, string>();
  let customer: Customer;

  beforeAll(async () => {
    await seedEstate(api.db, api.filesDir, { id: site, mark: `Random ${site}`, languages: ['fr_FR', 'en'] });
    await seedShopSettings(api.db, site);
    await addRandomShopWithShipping(api.db, site, shop);
    customer = await createCustomer(api, { site });
  });

  const post = (url: string, body: object) =>
    api.call(url, { method: 'POST', site, lang: 'en', body, headers: customer.headers });

  async function codeOf(cart: number, { code }: Purchase): Promise<string | undefined> {
    if (code && !codes.has(cart)) codes.set(cart, await insertDiscountCode(api.db, site, 1000 + cart, code));
    return codes.get(cart);
  }
  const productsOf = ({ lines }: Purchase) => lines.map(({ variant, quantity }) => ({ id: variant.id, quantity }));

  /** Returns the HTTP status with which the API must respond to a purchase with this expected result. */
  const statusOf = (expected: ReferenceResult): number => {
    if (expected.refusal === null) return 200;
    return expected.refusal === 'lines' && expected.lineIssues.every((each) => 'available' in each) ? 409 : 422;
  };
  const invalidFields = (expected: ReferenceResult): string[] =>
    expected.refusal === 'lines' ? expected.lineIssues.map(({ index }) => `products.${index}`) : [];

  async function checkValidation(cart: number, purchase: Purchase) {
    const expected = calculateOrder(
      { ...purchase, delivery: { type: 'CLICK_AND_COLLECT' } },
      { ...shop, maxVouchers: Infinity },
    );
    const answer = await post('/order/validate', { products: productsOf(purchase) });
    expect(answer.status, `cart ${cart}`).toBe(statusOf(expected));
    if (expected.refusal !== null) {
      expect(Object.keys(answer.errors ?? {}).sort()).toEqual(invalidFields(expected).sort());
      for (const each of expected.lineIssues)
        if ('step' in each || each.available > 0)
          expect(answer.errors?.[`products.${each.index}`]).toContain(
            String('step' in each ? each.step : each.available),
          );
      return;
    }
    const { bottles, subtotal } = calculateBillForFee(purchase.lines, null, 0);
    const products = purchase.lines.map((taken) => ({
      id: taken.variant.id,
      quantity: taken.quantity,
      price: inEuros(calculateBillForFee([{ ...taken, quantity: 1 }], null, 0).total),
      total: inEuros(calculateBillForFee([taken], null, 0).total),
    }));
    expect(answer.data, `cart ${cart}`).toEqual({ products, bottles, subtotal: inEuros(subtotal) });
  }

  async function checkFees(cart: number, purchase: Purchase) {
    const { lines, code, delivery } = purchase;
    if (!('country' in delivery)) return;
    const products = lines.map(({ product, variant, quantity }) => ({
      idProduct: product.id,
      id: variant.id,
      quantity,
    }));
    const { country, postalCode } = delivery;
    const discountCode = await codeOf(cart, purchase);
    const answer = await post('/calculate/shipping-fees', { products, country, postalCode, code: discountCode });
    // The endpoint for shipping fees ignores the stock, the chosen carrier and the maximum number of vouchers, so the
    // expected fees are calculated without them.
    const uncounted = { ...shop, stock: new Map(), maxVouchers: Infinity };
    const offers = computeExpectedCarrierOffers(lines, code, delivery, shop);
    const [first] = offers;
    const assumedDelivery: PurchaseDelivery = first
      ? { ...delivery, type: first.deliveryType, idCarrier: first.id }
      : delivery;
    const expected = calculateOrder({ ...purchase, delivery: assumedDelivery }, uncounted);
    expect(answer.status, `fees of cart ${cart}`).toBe(statusOf(expected));
    if (expected.refusal !== null) return;
    const { carriers } = answer.data as {
      carriers: { id: number; deliveryType: string; fdp: number; price: number }[];
    };
    expect(carriers.map(({ id, deliveryType, fdp, price }) => ({ id, deliveryType, fdp, price }))).toEqual(
      offers.map(({ shippingFee, price, ...offer }) => ({
        ...offer,
        fdp: inEuros(shippingFee),
        price: inEuros(price),
      })),
    );
  }

  async function checkCode(cart: number, purchase: Purchase, fee: number) {
    const code = await codeOf(cart, purchase);
    if (code === undefined) return;
    const collected: Purchase = { ...purchase, delivery: { type: 'CLICK_AND_COLLECT' } };
    const expected = calculateOrder(collected, { ...shop, stock: new Map() });
    const body = {
      code: ` ${code.toLowerCase()}`,
      cart: { products: productsOf(purchase), shippingFees: inEuros(fee) },
    };
    const answer = await post('/order/discount', body);
    expect(answer.status, `code of cart ${cart}`).toBe(statusOf(expected));
    if (expected.refusal !== null) return;
    const { subtotal, discount, shippingFees, total } = calculateBillForFee(purchase.lines, purchase.code, fee);
    expect(answer.data, `code of cart ${cart}`).toMatchObject({
      value: inEuros(discount),
      subtotal: inEuros(subtotal),
      shippingFees: inEuros(shippingFees),
      total: inEuros(total),
    });
  }

  async function checkOrder(cart: number, purchase: Purchase & { pickupPointId: string | null }): Promise<boolean> {
    const { delivery, pickupPointId } = purchase;
    const place = 'country' in delivery ? delivery : { country: 'FR', postalCode: '16100' };
    const isCollected = delivery.type === 'CLICK_AND_COLLECT';
    const code = await codeOf(cart, purchase);
    const answer = await post('/order', {
      products: productsOf(purchase),
      user: { phone: '05 45 00 00 00' },
      address: { delivery: { ...person, country: place.country, postalCode: place.postalCode } },
      delivery: {
        type: delivery.type,
        ...('idCarrier' in delivery && { idCarrier: delivery.idCarrier }),
        ...(pickupPointId && { accessPoint: { id: pickupPointId } }),
      },
      ...(code && { discount: { code } }),
      ...(isCollected && { dateSchedule: addDays(toLocalDay(Date.now(), 'Europe/Paris'), 5), idSchedule: 1 }),
      acceptTerms: true,
    });
    const expected = calculateOrder(purchase, shop);
    expect(answer.status, `order ${cart}: ${answer.message}`).toBe(statusOf(expected));
    if (expected.refusal !== null) return false;
    const { bottles, subtotal, discount, shippingFees, total, vat } = expected.bill;
    const amounts = {
      subtotal: inEuros(subtotal),
      discount: inEuros(discount),
      shippingFees: inEuros(shippingFees),
      total: inEuros(total),
    };
    expect(answer.data, `order ${cart}`).toMatchObject(amounts);
    const { id } = answer.data as { id: number };
    const kept = await api.call<'GET /order/{id}'>(`/order/${id}`, { site, headers: customer.headers });
    expect(kept.data.order, `order ${cart}`).toMatchObject({ ...amounts, bottles });
    expect(
      kept.data.order.vat.map((share) => [share.rate, eurosToCents(share.total), eurosToCents(share.vat)]),
    ).toEqual(vat.map((share) => [share.rate, share.total, share.vat]));
    for (const [variantId, quantity] of computeStockUsage(purchase.lines)) {
      const left = shop.stock.get(variantId);
      if (left !== undefined) shop.stock.set(variantId, left - quantity);
    }
    return true;
  }

  test('the prices at every step and the final stock equal those of the independent calculator', async () => {
    let orders = 0;
    for (let cart = 1; cart <= cartsPerShop; cart += 1) {
      const random = new RandomSource(seedBySite[site] * 1000 + cart);
      const purchase = randomApiPurchase(random, shop);
      // The database stores the amount of a discount code with two decimals, so the amount is rounded.
      if (purchase.code) purchase.code.amount = Math.max(0.01, Math.floor(purchase.code.amount * 100) / 100);
      await checkValidation(cart, purchase);
      await checkFees(cart, purchase);
      await checkCode(cart, purchase, random.integer(0, 5000));
      if (await checkOrder(cart, purchase)) orders += 1;
    }
    expect(orders).toBeGreaterThan(cartsPerShop / 6);
    const rows = await withSiteTransaction(api.db, site, (tx) => tx.select().from(stock));
    const left = new Map(rows.map(({ variantId, quantity }) => [variantId, quantity]));
    for (const [variantId, quantity] of shop.stock) expect(left.get(variantId)).toBe(quantity);
  }, 600_000);
});

test('an order with a total beyond 32 bits of cents is stored exactly', async () => {
  const customer = await createCustomer(api, { site: 41 });
  const products = Array.from({ length: 8 }, () => ({ id: 31, quantity: 99_999 }));
  const answer = await api.call<'POST /order'>('/order', {
    method: 'POST',
    site: 41,
    lang: 'en',
    headers: customer.headers,
    body: {
      products,
      user: { phone: '05 45 00 00 00' },
      address: { billing: { ...person, country: 'FR', postalCode: '16100' } },
      delivery: { type: 'CLICK_AND_COLLECT' },
      dateSchedule: addDays(toLocalDay(Date.now(), 'Europe/Paris'), 5),
      idSchedule: 1,
      acceptTerms: true,
    },
  });
  expect(answer.data).toMatchObject({ subtotal: 27_999_720, total: 27_999_720 });
});
