import { defineResourceSpec } from '#shared/resource-spec.ts';
import { PaymentMethodInput } from './payment-method-input.ts';

export const paymentMethodResourceSpec = defineResourceSpec({
  name: 'payment-method',
  key: 'method',
  keys: 'chosen',
  input: PaymentMethodInput,
  list: { fields: { method: 'text', position: 'number' }, orders: ['method', 'position'] },
});
