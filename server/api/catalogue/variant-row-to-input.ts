import type { StoredRowWithoutSiteId } from '#server/api/database/table-rows.ts';
import type { ProductInput } from '#shared/catalogue/product-input.ts';
import { centsToEuros } from '#shared/money.ts';
import type { variants } from './product-tables.ts';

/** Converts a stored variant to the input that saves it unchanged. The input has no quantity, so the stock stays. */
export const variantRowToInput = ({
  productId: _productId,
  position: _position,
  millilitres: _millilitres,
  price,
  plannedPrices,
  ...variant
}: StoredRowWithoutSiteId<typeof variants>): ProductInput['variants'][number] => ({
  ...variant,
  price: centsToEuros(price),
  plannedPrices: plannedPrices.map((plan) => ({ ...plan, price: centsToEuros(plan.price) })),
});
