import { defineResourceSpec } from '#shared/resource-spec.ts';
import { CarrierInput, PickupPointInput } from './carrier-input.ts';
import { CollectionScheduleInput } from './collection-schedule-input.ts';

export const collectionScheduleResourceSpec = defineResourceSpec({
  name: 'collection-schedule',
  group: 'selling',
  key: 'address',
  keys: 'chosen',
  file: 'pickup.json',
  input: CollectionScheduleInput,
  list: { fields: {}, orders: ['addressId'], columns: ['address'] },
});

export const pickupPointResourceSpec = defineResourceSpec({
  name: 'pickup-point',
  group: 'selling',
  key: 'id',
  keys: 'assigned',
  file: 'relay-points.json',
  formerFields: { position: 'coordinates' },
  input: PickupPointInput,
  list: {
    fields: { name: 'text', zipCode: 'text', city: 'text', country: 'text' },
    orders: ['id', 'name', 'zipCode', 'city'],
    columns: ['name', 'zipCode', 'city', 'country'],
  },
});

export const carrierResourceSpec = defineResourceSpec({
  name: 'carrier',
  group: 'selling',
  key: 'id',
  keys: 'assigned',
  file: 'carriers.json',
  input: CarrierInput,
  list: {
    fields: { name: 'text', deliveryType: 'text', position: 'number' },
    orders: ['id', 'name', 'position'],
    columns: ['name', 'deliveryType', 'position'],
  },
});

export const shippingResourceSpecs = [collectionScheduleResourceSpec, pickupPointResourceSpec, carrierResourceSpec];
