import type { StoredRowWithoutSiteId } from '#server/api/database/table-rows.ts';
import type { ProductKind } from '#shared/catalogue/product-enums.ts';
import type { ProductInput } from '#shared/catalogue/product-input.ts';
import { centsToEuros } from '#shared/money.ts';
import { readCapacity, type variants } from './product-tables.ts';

/** Converts a stored variant of a product to the input that saves it unchanged. The input has no quantity, so the stock stays. */
export const variantRowToInput = (
  kind: ProductKind,
  {
    productId: _productId,
    position: _position,
    millilitres: _millilitres,
    price,
    plannedPrices,
    ...variant
  }: StoredRowWithoutSiteId<typeof variants>,
): ProductInput['variants'][number] => ({
  ...variant,
  ...readCapacity(kind, variant),
  price: centsToEuros(price),
  plannedPrices: plannedPrices.map((plan) => ({ ...plan, price: centsToEuros(plan.price) })),
});
