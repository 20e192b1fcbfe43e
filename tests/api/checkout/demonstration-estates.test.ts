import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { discountCodes } from '#server/api/discounts/discounts-tables.ts';
import { createFileSchema, type FileEntry } from '#server/api/resources/item-file.ts';
import { carriers as carriersTable } from '#server/api/shipping/shipping-tables.ts';
import { importSite } from '#server/import/import-site.ts';
import { getQuantityStep } from '#shared/catalogue/quantity-step.ts';
import { type SellableItem, toSellableItem } from '#shared/catalogue/sellable-item.ts';
import { decideOrder } from '#shared/checkout/order-decision.ts';
import {
  computeDiscountCodeDeduction,
  findDiscountCodeRefusal,
  normaliseDiscountCode,
} from '#shared/discounts/discount-code.ts';
import type { Lang } from '#shared/languages.ts';
import { eurosToCents } from '#shared/money.ts';
import { newsletterListResourceSpec } from '#shared/newsletter/newsletter-issue-input.ts';
import { paymentMethodResourceSpec } from '#shared/payments/payment-method-input.ts';
import { estateAddressResourceSpec } from '#shared/places/estate-address-input.ts';
import { toLocalDay } from '#shared/places/local-time.ts';
import type { ResourceSpec } from '#shared/resource-spec.ts';
import { countBottlesToShip } from '#shared/shipping/count-bottles-to-ship.ts';
import { type Carrier, findShippingRate, type ShippingRules } from '#shared/shipping/shipping.ts';
import {
  carrierResourceSpec,
  collectionScheduleResourceSpec,
  pickupPointResourceSpec,
} from '#shared/shipping/shipping-resource-specs.ts';
import { determineShippingZone, worldShippingZone } from '#shared/shipping/shipping-zone.ts';
import { startTestApi, type TestApi } from '#tests/support/servers/test-api.ts';

/** The demonstration estates in the folder `sites` are tested as they are delivered. */
const estates: { site: number; folder: string; langs: Lang[] }[] = [
  { site: 40, folder: 'domaine-des-chenes', langs: ['fr_FR'] },
  { site: 41, folder: 'willow-hill', langs: ['en', 'fr_FR'] },
];

const root = join(import.meta.dirname, '../../..');
let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
  for (const { folder } of estates)
    await importSite({ db: api.db, filesDir: api.filesDir }, join(root, 'sites', folder));
}, 600_000);

describe.each(estates)('$folder', { timeout: 300_000 }, ({ site, folder, langs }) => {
  const entries = async <Input>(spec: ResourceSpec<Input>): Promise<FileEntry<Input>[]> => {
    const text = await readFile(join(root, 'sites', folder, 'content', String(spec.file)), 'utf8');
    return createFileSchema(spec).parse(JSON.parse(text)) as FileEntry<Input>[];
  };

  async function rules(): Promise<ShippingRules> {
    const { parameters } = (await api.call<'GET /parameter'>('/parameter', { site })).data;
    const value = (type: string) => parameters.find((parameter) => parameter.type === type)?.value;
    return {
      freeFromBottles: Number(value('FREE_SHIPPING_BOTTLE')),
      freeFromGoods: eurosToCents(Number(value('FREE_SHIPPING_PRICE'))),
      minBottles: Number(value('MINIMUM_EXPEDITION_BOTTLE')),
      maxBottles: Number(value('MAXIMUM_EXPEDITION_BOTTLE')),
      sellsWorldwide: value('SELLS_WORLDWIDE') === true,
    };
  }
  async function carriers(): Promise<Carrier[]> {
    const rows = await withSiteTransaction(api.db, site, (tx) => tx.select().from(carriersTable));
    return rows.map((row) => ({ ...row, name: row.serviceCode }));
  }
  async function items(): Promise<SellableItem[]> {
    const { products, total } = (await api.call<'GET /product'>('/product?nbItem=100', { site })).data;
    expect(products).toHaveLength(total);
    return products.flatMap((product) =>
      product.declination.map((declination) => toSellableItem(product, declination)),
    );
  }
  const shippedItems = async () => (await items()).filter(({ hasShippingFees }) => hasShippingFees);
  const zonesOf = (carrierList: readonly Carrier[]): string[] =>
    [...new Set(carrierList.flatMap(({ rates }) => rates.flatMap(({ zones }) => zones)))].filter(
      (zone) => zone !== worldShippingZone,
    );

  test('ships every wine to every zone in every allowed quantity', async () => {
    const shop = { rules: await rules(), carriers: await carriers() };
    for (const zone of zonesOf(shop.carriers)) {
      const homeDelivery = shop.carriers.find(
        (carrier) => carrier.deliveryType === 'DELIVERY' && findShippingRate(carrier, zone, shop.rules.sellsWorldwide),
      );
      expect(homeDelivery, zone).toBeDefined();
      const delivery = { type: 'DELIVERY' as const, zone, idCarrier: homeDelivery!.id };
      for (const item of await shippedItems()) {
        const step = getQuantityStep(item);
        const bottles = (quantity: number) => countBottlesToShip([{ item, quantity }]);
        for (let quantity = step; bottles(quantity) <= shop.rules.maxBottles; quantity += step) {
          if (bottles(quantity) < shop.rules.minBottles) continue;
          const decision = decideOrder({
            ...shop,
            lines: [{ item, quantity }],
            stock: new Map(),
            delivery,
            code: null,
          });
          expect(decision.ok, `${quantity} of ${item.id} to ${zone}`).toBe(true);
        }
      }
    }
  });

  test('offers carriers for every wine, the cheapest first', async () => {
    const { minBottles } = await rules();
    for (const item of await shippedItems()) {
      const step = getQuantityStep(item);
      let quantity = step;
      while (countBottlesToShip([{ item, quantity }]) < minBottles) quantity += step;
      const body = {
        products: [{ idProduct: item.productId, id: item.id, quantity }],
        postalCode: '75011',
        country: 'FR',
      };
      const answer = await api.call<'POST /calculate/shipping-fees'>('/calculate/shipping-fees', {
        site,
        method: 'POST',
        body,
      });
      expect(answer.status, `${item.id}: ${answer.message}`).toBe(200);
      const { carriers: offers } = answer.data;
      expect(offers.map(({ deliveryType }) => deliveryType)).toEqual(expect.arrayContaining(['PICKUP', 'DELIVERY']));
      const fees = offers.map(({ fdp }) => fdp);
      expect(fees).toEqual([...fees].sort((a, b) => a - b));
    }
  });

  test('sells vouchers without delivery, and nothing else', async () => {
    const shop = { rules: await rules(), carriers: await carriers() };
    for (const item of await items()) {
      const lines = [{ item, quantity: getQuantityStep(item) }];
      const decision = decideOrder({ ...shop, lines, stock: new Map(), delivery: { type: 'NO_DELIVERY' }, code: null });
      expect(decision.ok, String(item.id)).toBe(item.kind === 'voucher');
    }
  });

  test('charges more for more bottles, and less for a pickup point than for home delivery', async () => {
    const carrierList = await carriers();
    for (const { rates } of carrierList)
      for (const { brackets } of rates) {
        const prices = brackets.map(({ price }) => price);
        expect(prices).toEqual([...prices].sort((a, b) => a - b));
      }
    const atMainland = (type: Carrier['deliveryType']) =>
      carrierList
        .filter(({ deliveryType }) => deliveryType === type)
        .map((carrier) => findShippingRate(carrier, 'FR-MAINLAND', false)?.brackets[0]?.price ?? 0);
    expect(Math.max(...atMainland('PICKUP'))).toBeLessThan(Math.min(...atMainland('DELIVERY')));
  });

  test('offers discount codes of every kind, each with a value and listed in the README', async () => {
    const codes = await withSiteTransaction(api.db, site, (tx) => tx.select().from(discountCodes));
    const readme = await readFile(join(root, 'README.md'), 'utf8');
    for (const code of codes) {
      const goods = Math.max(code.minGoods, 10_000);
      const { value, from } = computeDiscountCodeDeduction(code, goods, 1_200);
      expect(value, code.code).toBeGreaterThan(0);
      expect(value, code.code).toBeLessThanOrEqual(from === 'goods' ? goods : 1_200);
      expect(code.codeKey).toBe(normaliseDiscountCode(code.code));
      expect(readme).toContain(`\`${code.code}\``);
    }
    const kinds = new Set(codes.map(({ type, detailType }) => `${type} ${detailType}`));
    expect(kinds.size).toBe(4);
    expect(codes.some(({ maxUses }) => maxUses !== null)).toBe(true);
    expect(codes.some(({ maxUsesPerCustomer }) => maxUsesPerCustomer === 1)).toBe(true);
    expect(codes.some(({ minGoods }) => minGoods > 0)).toBe(true);
  });

  test('includes expired and valid discount codes', async () => {
    const codes = await withSiteTransaction(api.db, site, (tx) => tx.select().from(discountCodes));
    const issues = codes.map(({ validFrom, validTo, maxUses, maxUsesPerCustomer, minGoods }) =>
      findDiscountCodeRefusal(
        {
          from: validFrom?.getTime() ?? null,
          to: validTo?.getTime() ?? null,
          maxUses,
          maxUsesPerCustomer,
          minGoods,
          used: 0,
          usedByCustomer: 0,
        },
        100_000,
        Date.now(),
      ),
    );
    expect(issues).toContain('code_over');
    expect(issues.filter((issue) => issue === null).length).toBeGreaterThanOrEqual(5);
  });

  test('offers collection at selectable addresses within their opening hours', async () => {
    const addresses = await entries(estateAddressResourceSpec);
    const offered = (await api.call<'GET /company/address'>('/company/address?type=click-and-collect', { site })).data;
    const places = await entries(collectionScheduleResourceSpec);
    expect(offered.addresses.map(({ id }) => id)).toEqual(places.map(({ address }) => address));
    for (const { address, schedules } of places) {
      const hours = addresses.find(({ id }) => id === address)?.openingHours ?? {};
      for (const { weekdays, from, to } of schedules)
        for (const weekday of weekdays)
          expect(
            hours[weekday]?.some((open) => open.from <= from && to <= open.to),
            `${weekday} ${from} at ${address}`,
          ).toBe(true);
    }
    expect(places.some(({ schedules }) => schedules.some(({ capacity }) => capacity !== null))).toBe(true);
  });

  test('offers collection days within the next two months', async () => {
    const [{ address } = { address: 0 }] = await entries(collectionScheduleResourceSpec);
    const [year = 0, month = 0] = toLocalDay(Date.now(), 'Europe/Paris').split('-').map(Number);
    const dates: string[] = [];
    for (const ahead of [0, 1, 2]) {
      const at = new Date(Date.UTC(year, month - 1 + ahead, 1));
      const path = `/calendar/${address}/date/allowed/${at.getUTCMonth() + 1}/${at.getUTCFullYear()}`;
      const answer = await api.call<'GET /calendar/{id}/date/allowed/{month}/{year}'>(path, { site });
      dates.push(...answer.data.dates);
    }
    expect(dates.length).toBeGreaterThan(10);
  });

  test('places pickup points in existing towns that every pickup carrier serves', async () => {
    const points = await entries(pickupPointResourceSpec);
    expect(new Set(points.map(({ name }) => name)).size).toBe(points.length);
    const pickupCarriers = (await carriers()).filter(({ deliveryType }) => deliveryType === 'PICKUP');
    expect(pickupCarriers.length).toBeGreaterThan(0);
    for (const { zipCode, city, country } of points) {
      expect(
        pickupCarriers.every((carrier) => findShippingRate(carrier, determineShippingZone(country, zipCode), false)),
      ).toBe(true);
      const { cities } = (await api.call<'GET /cities/{search}/{idCountry}'>(`/cities/${zipCode}/250`, { site })).data;
      expect(
        cities.map(({ name }) => name.replace(/ \d.*$/, '')),
        zipCode,
      ).toContain(city);
    }
  });

  test('translates every shop text into French and English', async () => {
    const shopFiles = [
      await entries(carrierResourceSpec),
      await entries(collectionScheduleResourceSpec),
      (await entries(pickupPointResourceSpec)).map(({ openingHours }) => openingHours),
      await entries(paymentMethodResourceSpec),
      await entries(newsletterListResourceSpec),
    ];
    const texts = shopFiles.flatMap(localizedTextsOf);
    expect(texts.length).toBeGreaterThan(20);
    for (const text of texts)
      expect(text).toEqual({ fr_FR: expect.stringMatching(/./), en: expect.stringMatching(/./) });
    for (const method of await entries(paymentMethodResourceSpec)) expect(typeof method.instructions).toBe('object');
  });

  test('states the limits and prices of the shop in its terms', async () => {
    const { minBottles, maxBottles, freeFromBottles } = await rules();
    const cheapest = Math.min(
      ...(await carriers()).flatMap(({ rates }) => rates.flatMap(({ brackets }) => brackets.map(({ price }) => price))),
    );
    for (const lang of langs) {
      const { parameters } = (await api.call<'GET /parameter'>('/parameter?type=SALE_TERMS', { site, lang })).data;
      const terms = String(parameters[0]?.value).replace(/\s/g, ' ');
      for (const number of [minBottles, maxBottles, freeFromBottles])
        expect(terms).toMatch(new RegExp(`\\b${number}\\b`));
      const price = (cheapest / 100).toFixed(2);
      expect(terms).toContain(lang === 'en' ? `€${price}` : `${price.replace('.', ',')} €`);
      expect(terms).not.toContain('{{');
      expect(terms).toContain('href="/withdrawal"');
      expect(terms).toMatch(/14 (days|jours)|quatorze jours/);
    }
  });
});

/** Collects the localised texts that a nested value contains. */
function localizedTextsOf(value: unknown): Record<string, string>[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('fr_FR' in value || 'en' in value) return [value as Record<string, string>];
  return Object.values(value).flatMap(localizedTextsOf);
}
