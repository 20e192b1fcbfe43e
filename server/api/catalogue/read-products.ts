import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { boxQuantity } from '#shared/catalogue/box-quantity.ts';
import type { BoxedProduct, Discount, Product, Variant } from '#shared/catalogue/catalogue-contract.ts';
import { lowestPrice } from '#shared/catalogue/lowest-price.ts';
import { discountOf, type StoredDiscount, unitPrice } from '#shared/catalogue/unit-price.ts';
import { centsToEuros } from '#shared/money.ts';
import type { ProductRow, VariantRow } from './product-repository.ts';
import { type ProductData, type ProductReadContext, readProductData } from './read-product-data.ts';

/** Products as lists show them, in the order of `ids`; ids that are none are left out. */
export async function readProductList(
  tx: SiteTx,
  ids: readonly number[],
  reading: ProductReadContext,
): Promise<Product[]> {
  if (ids.length === 0) return [];
  const shelf = await readProductData(tx, ids, reading, 'main');
  return ids.flatMap((id) => {
    const row = shelf.rows.get(id);
    return row ? [toProduct(row, shelf, reading)] : [];
  });
}

const toDiscount = (discount: StoredDiscount | null): Discount | null =>
  discount && {
    id: discount.id,
    type: discount.type,
    amount: discount.amount,
    detailType: discount.detailType,
    code: null,
  };

export function toProduct(row: ProductRow, shelf: ProductData, { pickLanguage, now }: ProductReadContext): Product {
  const rows = shelf.variants.get(row.id) ?? [];
  const paid = (declination: VariantRow) =>
    unitPrice(declination.price, discountOf(declination.discount, row.discount));
  const cheapest = rows.reduce<VariantRow | null>(
    (best, each) => (best === null || paid(each) < paid(best) ? each : best),
    null,
  );
  if (!cheapest) throw new Error(`product ${row.id} has no declination`);
  const declination = rows.map((each) => toDeclination(each, row, shelf, now.getTime()));
  const mainImage = shelf.imageIds.get(row.id)?.[0];
  return {
    id: row.id,
    idProduct: row.id,
    slug: row.slug,
    name: pickLanguage(row.name),
    type: { type: row.type },
    kind: row.kind,
    appellation: pickLanguage(row.appellation),
    summary: pickLanguage(row.summary),
    isVintage: row.isVintage,
    declination,
    price: centsToEuros(cheapest.price),
    discount: toDiscount(row.discount),
    hasShippingFees: row.hasShippingFees,
    sellByMultipleOf: cheapest.sellByMultipleOf,
    quantity: declination.reduce((sum, { quantity }) => sum + quantity, 0),
    setQuantity: shelf.isStockManaged,
    vatRate: row.vatRate,
    isAlcohol: row.isAlcohol,
    tags: shelf.tags.get(row.id) ?? [],
    image: mainImage === undefined ? null : (shelf.images.get(mainImage) ?? null),
    promoted: row.promoted,
    products: contentsOf(row.id, shelf, pickLanguage),
  };
}

const contentsOf = (id: number, shelf: ProductData, pickLanguage: ProductReadContext['pickLanguage']): BoxedProduct[] =>
  (shelf.boxes.get(id) ?? []).map(({ boxId: _box, left: _left, name, ...content }) => ({
    ...content,
    name: pickLanguage(name),
  }));

function toDeclination(row: VariantRow, product: ProductRow, shelf: ProductData, now: number): Variant {
  const discount = discountOf(row.discount, product.discount);
  const paid = unitPrice(row.price, discount);
  const variation = (index: number) => shelf.variations.get(row.variations[index] ?? 0) ?? null;
  return {
    id: row.id,
    reference: row.reference,
    year: row.year,
    price: centsToEuros(row.price),
    discount: toDiscount(discount),
    lowestPrice: discount ? centsToEuros(lowestPrice(row.price, paid, shelf.history.get(row.id) ?? [], now)) : null,
    capacity: row.capacity,
    capacityUnit: row.capacityUnit,
    quantity: product.type === 'BOX' ? boxQuantity(shelf.boxes.get(product.id) ?? []) : row.quantity,
    setQuantity: shelf.isStockManaged,
    sellByMultipleOf: row.sellByMultipleOf,
    variation1: variation(0),
    variation2: variation(1),
    variation3: variation(2),
    image: row.imageId === null ? null : (shelf.images.get(row.imageId) ?? null),
  };
}
