import { defineResourceSpec } from '../resource-spec.ts';
import { ELabelInput } from './e-label-input.ts';

/** The resource with which staff list and edit electronic labels. */
export const eLabelResourceSpec = defineResourceSpec({
  name: 'e-label',
  key: 'id',
  keys: 'assigned',
  input: ELabelInput,
  list: { fields: { name: 'text', vintage: 'number', productId: 'number' }, orders: ['id', 'name', 'vintage'] },
});
