import { defineResourceSpec } from '#shared/resource-spec.ts';
import { DiscountCodeInput } from './discount-code-input.ts';

export const discountCodeResourceSpec = defineResourceSpec({
  name: 'discount-code',
  key: 'id',
  keys: 'assigned',
  input: DiscountCodeInput,
  list: { fields: { code: 'text', type: 'text', amount: 'number' }, orders: ['id', 'code'] },
});
