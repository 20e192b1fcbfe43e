import { z } from 'zod';
import { DiscountAmount, Euros, Id, Instant } from '../input-fields.ts';
import type { InputIssue } from '../input-issue.ts';

export const maxPlannedPrices = 20;

/** Maximum number of years between saving a planned price and the instant at which it begins. */
const maxPlannedYearsAhead = 2;

/** A reduction of a product or a variant. `amount` is in euros for type EURO, otherwise in percent. */
export const DiscountInput = z.strictObject({
  id: Id,
  type: z.enum(['EURO', 'PERCENTAGE']),
  amount: DiscountAmount,
  detailType: z.enum(['PRODUCT', 'SHIPPING_FEES']).default('PRODUCT'),
});

/** A price of a variant, with its discount, that replaces the present price and discount at the instant `from`. */
export const PlannedPrice = z.strictObject({
  from: Instant,
  price: Euros,
  discount: DiscountInput.nullable().default(null),
});
type PlannedPrice = z.infer<typeof PlannedPrice>;

interface VariantPrices {
  price: number;
  discount: PlannedPrice['discount'];
  plannedPrices: readonly PlannedPrice[];
}

/** Applies the latest planned price that has begun at `now`, and removes all planned prices that have begun. */
export function applyDuePlannedPrices<Variant extends VariantPrices>(variant: Variant, now: Date): Variant {
  const plans = variant.plannedPrices.toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from));
  const hasBegun = ({ from }: PlannedPrice) => Date.parse(from) <= now.getTime();
  const latest = plans.findLast(hasBegun);
  const pending = plans.filter((plan) => !hasBegun(plan));
  if (!latest) return { ...variant, plannedPrices: pending };
  return { ...variant, price: latest.price, discount: latest.discount, plannedPrices: pending };
}

/** Returns the last instant at which a price that is planned at `now` can begin, in milliseconds since 1970. */
export function computeLatestAllowedPriceStart(now: Date): number {
  const latest = new Date(now);
  return latest.setUTCFullYear(latest.getUTCFullYear() + maxPlannedYearsAhead);
}

/** Finds planned prices of a product's variants that begin more than `maxPlannedYearsAhead` years after `now`. */
export function findTooDistantPrices(
  variants: readonly { plannedPrices: readonly Pick<PlannedPrice, 'from'>[] }[],
  now: Date,
): InputIssue[] {
  const latest = computeLatestAllowedPriceStart(now);
  return variants.flatMap(({ plannedPrices }, index) =>
    plannedPrices.flatMap(({ from }, at): InputIssue[] =>
      Date.parse(from) <= latest
        ? []
        : [
            {
              path: ['variants', index, 'plannedPrices', at, 'from'],
              message: `must be at most ${maxPlannedYearsAhead} years from now`,
              code: 'planned_too_late',
            },
          ],
    ),
  );
}
