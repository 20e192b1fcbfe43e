import { defineResourceSpec } from '#shared/resource-spec.ts';
import { FormDefinitionInput } from './form-definition-input.ts';

export const formResourceSpec = defineResourceSpec({
  name: 'form',
  key: 'id',
  keys: 'assigned',
  input: FormDefinitionInput,
  list: { fields: { title: 'text', isContact: 'boolean' }, orders: ['id', 'title'] },
});
