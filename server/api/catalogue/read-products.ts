import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { BoxedVariant, Discount, Product, Variant } from '#shared/catalogue/catalogue-contract.ts';
import { computeLowestPriorPrice } from '#shared/catalogue/compute-lowest-prior-price.ts';
import { countBoxesFromManagedStock, isBoxStockManaged } from '#shared/catalogue/count-boxes-from-managed-stock.ts';
import { getProductType } from '#shared/catalogue/product-enums.ts';
import {
  computeDiscountedUnitPrice,
  type DiscountWithoutCode,
  selectVariantOrProductDiscount,
} from '#shared/catalogue/unit-price.ts';
import { centsToEuros } from '#shared/money.ts';
import type { ProductCardRow } from './product-repository.ts';
import { readCapacity } from './product-tables.ts';
import { type ProductDataMapsById, type ProductReadContext, readProductDataByIds } from './read-product-data-by-ids.ts';
import type { BoxContentRow, VariantRow } from './variant-repository.ts';

/** Reads product cards for a list, in the order of `ids`. Products that are unknown or hidden are left out. */
export async function readProductsByIds(
  tx: SiteTx,
  ids: readonly number[],
  context: ProductReadContext,
): Promise<Product[]> {
  if (ids.length === 0) return [];
  const data = await readProductDataByIds(tx, ids, context, 'main');
  return ids.flatMap((id) => {
    const row = data.rows.get(id);
    return row ? [toProductResponse(row, data, context)] : [];
  });
}

const toDiscount = (discount: DiscountWithoutCode | null): Discount | null =>
  discount && {
    id: discount.id,
    type: discount.type,
    amount: discount.amount,
    detailType: discount.detailType,
    code: null,
  };

export function toProductResponse(
  row: ProductCardRow,
  data: ProductDataMapsById,
  { pickLanguage, now }: ProductReadContext,
): Product {
  const rows = data.variants.get(row.id) ?? [];
  const discountedPrice = (variant: VariantRow) =>
    computeDiscountedUnitPrice(variant.price, selectVariantOrProductDiscount(variant.discount, row.discount));
  const cheapest = rows.reduce<VariantRow | null>(
    (best, each) => (best === null || discountedPrice(each) < discountedPrice(best) ? each : best),
    null,
  );
  if (!cheapest) throw new Error(`product ${row.id} has no variant`);
  const variants = rows.map((each) => toVariant(each, row, data, now.getTime()));
  const mainImage = data.imageIds.get(row.id)?.[0];
  return {
    id: row.id,
    idProduct: row.id,
    slug: row.slug,
    name: pickLanguage(row.name),
    type: { type: getProductType(row.kind) },
    kind: row.kind,
    appellation: pickLanguage(row.appellation),
    summary: pickLanguage(row.summary),
    isVintage: row.isVintage,
    declination: variants,
    ...toProductPrice(cheapest, row),
    hasShippingFees: row.hasShippingFees,
    sellByMultipleOf: cheapest.sellByMultipleOf,
    ...toProductStock(variants),
    vatRate: row.vatRate,
    isAlcohol: row.isAlcohol,
    tags: data.tags.get(row.id) ?? [],
    image: mainImage === undefined ? null : (data.images.get(mainImage) ?? null),
    promoted: row.promoted,
    rating: data.ratings.get(row.id) ?? null,
    products: toBoxedProducts(data.boxes.get(row.id) ?? [], pickLanguage),
  };
}

/**
 * Returns the stock of a product. It counts as managed only if the stock of every variant is managed, because any other
 * variant is always available.
 */
const toProductStock = (variants: readonly Variant[]): Pick<Product, 'quantity' | 'setQuantity'> => ({
  quantity: variants.reduce((sum, { quantity, setQuantity }) => sum + (setQuantity ? quantity : 0), 0),
  setQuantity: variants.every(({ setQuantity }) => setQuantity),
});

/**
 * Returns the price and the discount of a product, which together give the lowest price of its variants. If the
 * cheapest variant has its own discount, the price includes it, because it does not apply to the other variants.
 */
function toProductPrice(cheapest: VariantRow, { discount }: ProductCardRow): Pick<Product, 'price' | 'discount'> {
  const ownDiscount = selectVariantOrProductDiscount(cheapest.discount, null);
  if (!ownDiscount) return { price: centsToEuros(cheapest.price), discount: toDiscount(discount) };
  return { price: centsToEuros(computeDiscountedUnitPrice(cheapest.price, ownDiscount)), discount: null };
}

const toBoxedProducts = (
  contents: readonly BoxContentRow[],
  pickLanguage: ProductReadContext['pickLanguage'],
): BoxedVariant[] =>
  contents.map(({ boxId: _box, stock: _stock, productId, variantId, name, ...content }) => ({
    idProduct: productId,
    idDeclination: variantId,
    ...content,
    type: getProductType(content.kind),
    name: pickLanguage(name),
  }));

function toVariant(row: VariantRow, product: ProductCardRow, data: ProductDataMapsById, now: number): Variant {
  const discount = selectVariantOrProductDiscount(row.discount, product.discount);
  const paid = computeDiscountedUnitPrice(row.price, discount);
  const contents = product.type === 'BOX' ? (data.boxes.get(product.id) ?? []) : null;
  const variation = (index: number) => data.variations.get(row.variations[index] ?? 0) ?? null;
  return {
    id: row.id,
    reference: row.reference,
    year: row.year,
    price: centsToEuros(row.price),
    discount: toDiscount(discount),
    lowestPrice: discount
      ? centsToEuros(computeLowestPriorPrice(row.price, paid, data.history.get(row.id) ?? [], now))
      : null,
    ...readCapacity(product.kind, row),
    quantity: contents ? countBoxesFromManagedStock(contents) : row.quantity,
    setQuantity: data.isStockManaged && (contents ? isBoxStockManaged(contents) : row.isStockManaged),
    sellByMultipleOf: row.sellByMultipleOf,
    variation1: variation(0),
    variation2: variation(1),
    variation3: variation(2),
    image: row.imageId === null ? null : (data.images.get(row.imageId) ?? null),
  };
}
