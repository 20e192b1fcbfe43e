import type { ItemInput } from '#server/api/resources/resource.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Sets the id of a new discount to that of its product or variant, because discounts have no table that assigns ids.
 */
const withDiscountId = (owner: unknown, id: unknown): unknown =>
  isRecord(owner) && isRecord(owner.discount) && owner.discount.id === undefined
    ? { ...owner, discount: { ...owner.discount, id } }
    : owner;

/** Gives the discounts of a product, its variants and their planned prices the ids that the panel leaves out. */
export function fillMissingDiscountIds(input: ItemInput): ItemInput {
  const variants = Array.isArray(input.variants) ? input.variants.map(completeVariant) : input.variants;
  return { ...(withDiscountId(input, input.id) as ItemInput), variants };
}

function completeVariant(variant: unknown): unknown {
  const completed = withDiscountId(variant, isRecord(variant) ? variant.id : undefined);
  if (!isRecord(completed) || !Array.isArray(completed.plannedPrices)) return completed;
  return { ...completed, plannedPrices: completed.plannedPrices.map((plan) => withDiscountId(plan, completed.id)) };
}
