import { defineResourceSpec } from '#shared/resource-spec.ts';
import { FormInput } from './form-input.ts';

export const formResourceSpec = defineResourceSpec({
  name: 'form',
  key: 'id',
  keys: 'assigned',
  input: FormInput,
  list: { fields: { title: 'text', isContact: 'boolean' }, orders: ['id', 'title'] },
});
