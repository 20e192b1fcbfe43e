import { defineResourceSpec } from '#shared/resource-spec.ts';
import { EstateAddressInput } from './estate-address-input.ts';

export const estateAddressResourceSpec = defineResourceSpec({
  name: 'address',
  key: 'id',
  keys: 'assigned',
  input: EstateAddressInput,
  list: { fields: { name: 'text', city: 'text', position: 'number' }, orders: ['id', 'name', 'city', 'position'] },
});
