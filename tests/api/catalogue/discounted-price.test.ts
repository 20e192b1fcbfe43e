import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Db } from '#server/api/database/connect.ts';
import {
  computeDiscountedUnitPrice,
  type DiscountPriceFields,
  selectVariantOrProductDiscount,
} from '#shared/catalogue/unit-price.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

let db: Db;
beforeAll(async () => {
  ({ db } = await openTestDatabase());
});

const discount = fc.option(
  fc.record({
    type: fc.constantFrom('EURO' as const, 'PERCENTAGE' as const),
    amount: fc.integer({ min: 1, max: 12_000 }).map((hundredths) => hundredths / 100),
    detailType: fc.constantFrom('PRODUCT' as const, 'SHIPPING_FEES' as const),
  }),
);

test('discounted_price in the database agrees with the price rule in code', async () => {
  const cases = fc.sample(fc.tuple(fc.integer({ min: 0, max: 500_000 }), discount, discount), 2_000);
  const { rows } = await db.execute<{ paid: number }>(sql`
    select discounted_price(price, own, products) as paid
      from jsonb_to_recordset(${JSON.stringify(cases.map(([price, own, products], at) => ({ at, price, own, products })))}::jsonb)
           as t(at integer, price integer, own jsonb, products jsonb) order by at`);
  const expected = cases.map(([price, own, products]) =>
    computeDiscountedUnitPrice(price, selectVariantOrProductDiscount<DiscountPriceFields>(own, products)),
  );
  expect(rows.map(({ paid }) => paid)).toEqual(expected);
});
