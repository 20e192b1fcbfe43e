import { defineResourceSpec } from '#shared/resource-spec.ts';
import { AddressInput } from './address-input.ts';

export const addressResourceSpec = defineResourceSpec({
  name: 'address',
  key: 'id',
  keys: 'assigned',
  input: AddressInput,
  list: { fields: { name: 'text', city: 'text', position: 'number' }, orders: ['id', 'name', 'city', 'position'] },
});
