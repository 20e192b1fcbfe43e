import { defineResourceSpec } from '#shared/resource-spec.ts';
import { ServiceInput } from './service-input.ts';

export const serviceResourceSpec = defineResourceSpec({
  name: 'service',
  key: 'id',
  keys: 'assigned',
  input: ServiceInput,
  list: { fields: { title: 'text', membersOnly: 'boolean', position: 'number' }, orders: ['id', 'title', 'position'] },
});
