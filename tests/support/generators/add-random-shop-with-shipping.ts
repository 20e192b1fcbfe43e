import { inArray } from 'drizzle-orm';
import {
  boxContents,
  products,
  stock,
  toStoredCapacity,
  toStoredProductType,
  variants,
} from '#server/api/catalogue/catalogue-tables.ts';
import type { Db } from '#server/api/database/connect.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { discountCodes } from '#server/api/discounts/discounts-tables.ts';
import { carriers } from '#server/api/shipping/shipping-tables.ts';
import { parameters } from '#server/api/site/site-tables.ts';
import type { Product } from '#shared/catalogue/catalogue-contract.ts';
import { eurosToCents } from '#shared/money.ts';
import type { RandomShop } from './random-shop.ts';
import type { ReferenceDiscountCode } from './reference-calculator.ts';

const settingNames = [
  'FREE_SHIPPING_BOTTLE',
  'FREE_SHIPPING_PRICE',
  'MINIMUM_EXPEDITION_BOTTLE',
  'MAXIMUM_EXPEDITION_BOTTLE',
  'SELLS_WORLDWIDE',
] as const;

const productRow = (product: Product): typeof products.$inferInsert => ({
  id: product.id,
  position: product.id,
  slug: `random-${product.id}`,
  type: toStoredProductType(product.kind),
  kind: product.kind,
  name: `Random ${product.id}`,
  appellation: '',
  summary: '',
  isVintage: product.isVintage,
  promoted: false,
  hasShippingFees: product.hasShippingFees,
  vatRate: product.vatRate,
  isAlcohol: product.isAlcohol,
  discount: product.discount,
  html: '',
  tasting: { eye: '', nose: '', mouth: '' },
  facts: [],
  ingredients: '',
  allergens: '',
  videos: [],
  searchText: '',
});

const variantRows = ({ id: productId, declination: items }: Product): (typeof variants.$inferInsert)[] =>
  items.map(({ id, price, discount, capacity, capacityUnit, sellByMultipleOf }, position) => ({
    id,
    productId,
    position,
    discount,
    ...toStoredCapacity({ capacity, capacityUnit }),
    sellByMultipleOf,
    price: eurosToCents(price),
    reference: '',
    variations: [],
  }));

/**
 * Adds a random shop to a site of `seedEstate` and `seedShopSettings`, and replaces its carriers and shipping settings.
 */
export const addRandomShopWithShipping = (db: Db, siteId: number, shop: RandomShop): Promise<void> =>
  withSiteTransaction(db, siteId, async (tx) => {
    await tx.insert(products).values(shop.products.map(productRow));
    await tx.insert(variants).values(shop.products.flatMap(variantRows));
    const stockRows = [...shop.stock].map(([variantId, quantity]) => ({ variantId, quantity }));
    if (stockRows.length > 0) await tx.insert(stock).values(stockRows);
    await tx.insert(boxContents).values(
      shop.products.flatMap(({ id: productId, products: contents }) =>
        contents.map(({ idDeclination, quantity }, position) => ({
          productId,
          variantId: idDeclination,
          quantity,
          position,
        })),
      ),
    );
    await tx.delete(carriers);
    await tx.insert(carriers).values(
      shop.carriers.map(({ id, deliveryType, rates }) => ({
        id,
        position: id,
        name: `Carrier ${id}`,
        serviceCode: `C${id}`,
        deliveryType,
        siteType: 'WINEMAKER',
        rates: rates.map(({ zones, brackets }) => ({
          zones,
          brackets: brackets.map(({ upTo, price }) => ({ upTo, price: eurosToCents(price) })),
        })),
      })),
    );
    await tx.delete(parameters).where(inArray(parameters.type, [...settingNames, 'USE_STOCK_MANAGEMENT']));
    const settings = settingNames.flatMap((type) => {
      const value = shop.settings[type];
      return value === undefined ? [] : [{ type, value }];
    });
    await tx.insert(parameters).values([...settings, { type: 'USE_STOCK_MANAGEMENT', value: shop.stock.size > 0 }]);
  });

/**
 * Inserts a discount code without conditions.
 * @returns the code as a customer enters it
 */
export async function insertDiscountCode(
  db: Db,
  siteId: number,
  id: number,
  code: ReferenceDiscountCode,
): Promise<string> {
  const codeText = `RANDOM-${id}`;
  await withSiteTransaction(db, siteId, (tx) =>
    tx.insert(discountCodes).values({ id, code: codeText, codeKey: codeText, minGoods: 0, ...code }),
  );
  return codeText;
}
