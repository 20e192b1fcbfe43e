import { z } from 'zod';
import { offerablePaymentMethods } from '#shared/payments/payment-method.ts';
import { defineResourceSpec } from '#shared/resource-spec.ts';
import { ListPosition } from '../input-fields.ts';
import { Localized } from '../localized.ts';

export const PaymentMethodInput = z
  .strictObject({
    method: z.enum(offerablePaymentMethods),
    position: ListPosition,
    label: Localized,
    instructions: Localized,
  })
  .meta({ examples: [{ method: 'CHEQUE', position: 1, label: 'Chèque', instructions: '' }] });

export const paymentMethodResourceSpec = defineResourceSpec({
  name: 'payment-method',
  group: 'selling',
  key: 'method',
  keys: 'chosen',
  file: 'payment-methods.json',
  input: PaymentMethodInput,
  list: {
    fields: { method: 'text', position: 'number' },
    orders: ['method', 'position'],
    columns: ['method', 'label', 'position'],
  },
});
