import { z } from 'zod';
import { defineResourceSpec } from '#shared/resource-spec.ts';
import { DiscountAmount, Euros, Id, Instant } from '../input-fields.ts';
import { createRefinement, type InputIssue } from '../input-issue.ts';
import { maxId } from '../limits.ts';

/**
 * The fields of a discount code. `amount` is in euros or percent, and `uses` limits the orders of all customers
 * together.
 */
const DiscountCodeFields = z.strictObject({
  id: Id,
  code: z
    .string()
    .trim()
    .min(2)
    .max(60)
    .refine((code) => !/\s/.test(code), { params: { code: 'code_with_blank' }, error: 'must not contain blanks' }),
  type: z.enum(['EURO', 'PERCENTAGE']),
  amount: DiscountAmount,
  detailType: z.enum(['PRODUCT', 'SHIPPING_FEES']).default('PRODUCT'),
  from: Instant.nullable().default(null),
  to: Instant.nullable().default(null),
  uses: z.int().min(0).max(maxId).nullable().default(null),
  usesPerCustomer: z.int().min(1).max(maxId).nullable().default(null),
  minGoods: Euros.default(0),
});

type CodeConditions = Pick<z.infer<typeof DiscountCodeFields>, 'type' | 'amount' | 'from' | 'to'>;

function findDiscountCodeIssues({ type, amount, from, to }: CodeConditions): InputIssue[] {
  const issues: InputIssue[] = [];
  if (type === 'PERCENTAGE' && amount > 100)
    issues.push({ path: ['amount'], message: 'must be at most 100 percent', code: 'percentage' });
  if (from !== null && to !== null && Date.parse(to) <= Date.parse(from))
    issues.push({ path: ['to'], message: 'must be after "from"', code: 'end_before_start' });
  return issues;
}

export const DiscountCodeInput = DiscountCodeFields.superRefine(createRefinement(findDiscountCodeIssues));

export const discountCodeResourceSpec = defineResourceSpec({
  name: 'discount-code',
  group: 'selling',
  key: 'id',
  keys: 'assigned',
  file: 'discount-codes.json',
  input: DiscountCodeInput,
  list: {
    fields: { code: 'text', type: 'text', amount: 'number' },
    orders: ['id', 'code'],
    columns: ['code', 'type', 'amount', 'from', 'to', 'uses'],
  },
});
