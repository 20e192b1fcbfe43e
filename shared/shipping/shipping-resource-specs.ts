import { defineResourceSpec } from '#shared/resource-spec.ts';
import { CarrierInput, PickupPointInput } from './carrier-input.ts';
import { CollectionScheduleInput } from './collection-schedule-input.ts';

export const collectionScheduleResourceSpec = defineResourceSpec({
  name: 'collection-schedule',
  key: 'address',
  keys: 'chosen',
  input: CollectionScheduleInput,
  list: { fields: {}, orders: ['addressId'] },
});

export const pickupPointResourceSpec = defineResourceSpec({
  name: 'pickup-point',
  key: 'id',
  keys: 'assigned',
  input: PickupPointInput,
  list: {
    fields: { name: 'text', zipCode: 'text', city: 'text', country: 'text' },
    orders: ['id', 'name', 'zipCode', 'city'],
  },
});

export const carrierResourceSpec = defineResourceSpec({
  name: 'carrier',
  key: 'id',
  keys: 'assigned',
  input: CarrierInput,
  list: { fields: { name: 'text', deliveryType: 'text', position: 'number' }, orders: ['id', 'name', 'position'] },
});
