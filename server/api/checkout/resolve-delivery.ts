import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readEstateAddress, toCountryCode } from '#server/api/places/places.ts';
import { readListedPickupPoint } from '#server/api/shipping/estate-pickup-points.ts';
import type { PickupPointDirectory, PickupPointRequestContext } from '#server/api/shipping/pickup-points.ts';
import { readCollectionScheduleWithClosures } from '#server/api/shipping/shipping-repository.ts';
import { readParameter } from '#server/api/site/site.ts';
import type { OrderAddressInput, PlaceOrderInput } from '#shared/checkout/checkout-contract.ts';
import type { DeliveryChoice } from '#shared/checkout/order-decision.ts';
import type { StoredOrderAddress } from '#shared/orders/orders-contract.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { isPostcodeOfCountry } from '#shared/places/postcode.ts';
import { isSlotOpen } from '#shared/shipping/collection-slots.ts';
import type { PickupPoint } from '#shared/shipping/shipping-contract.ts';
import { determineShippingZone } from '#shared/shipping/shipping-zone.ts';
import type { PlaceOrderCall } from './order-call.ts';

interface ResolvedCollectionSlot {
  scheduleId: number;
  /** Date of the slot as `YYYY-MM-DD`. */
  date: string;
  /** Maximum number of orders in the slot; null for no limit. */
  capacity: number | null;
  collection: { from: string; to: string; place: string; address: string };
}

export interface ResolvedDelivery {
  choice: DeliveryChoice;
  /** Delivery address; set only for the delivery method `DELIVERY`. */
  address: StoredOrderAddress | null;
  /** Pickup point; set only for the delivery method `PICKUP`. */
  pickupPoint: PickupPoint | null;
  /** Collection slot; set only for the delivery method `CLICK_AND_COLLECT`. */
  slot: ResolvedCollectionSlot | null;
}

type DeliveryRefusal =
  | 'address_needed'
  | 'unknown_country'
  | 'wrong_postcode'
  | 'needs_delivery'
  | 'unknown_pickup_point'
  | 'slot_unavailable';

const none = { address: null, pickupPoint: null, slot: null };

/** Resolves and checks the chosen delivery (docs/rules.md, "Delivery"). `decideOrder` checks the carrier. */
export function resolveDelivery(tx: SiteTx, call: PlaceOrderCall): Promise<Outcome<ResolvedDelivery, DeliveryRefusal>> {
  switch (call.input.delivery.type) {
    case 'DELIVERY':
      return chooseHomeDelivery(call);
    case 'PICKUP':
      return choosePickupPoint(tx, call);
    case 'CLICK_AND_COLLECT':
      return chooseSlot(tx, call);
    case 'NO_DELIVERY':
      return Promise.resolve(ok({ ...none, choice: { type: 'NO_DELIVERY' } }));
  }
}

async function chooseHomeDelivery({
  input,
  translate,
}: PlaceOrderCall): Promise<Outcome<ResolvedDelivery, DeliveryRefusal>> {
  const { idCarrier } = input.delivery;
  if (!input.address.delivery)
    return refuse('address_needed', { errors: { 'address.delivery': translate('refusal.address_needed') } });
  if (idCarrier === undefined)
    return refuse('needs_delivery', { errors: { 'delivery.idCarrier': translate('refusal.needs_delivery') } });
  const stored = toStoredPostalAddress(input.address.delivery, 'address.delivery', translate);
  if (!stored.ok) return stored;
  const zone = determineShippingZone(stored.value.country, stored.value.postalCode);
  return ok({ ...none, address: stored.value, choice: { type: 'DELIVERY', zone, idCarrier } });
}

async function choosePickupPoint(
  tx: SiteTx,
  { input, carrierPickupPoint, translate, pickLanguage }: PlaceOrderCall,
): Promise<Outcome<ResolvedDelivery, DeliveryRefusal>> {
  const { idCarrier } = input.delivery;
  if (idCarrier === undefined)
    return refuse('needs_delivery', { errors: { 'delivery.idCarrier': translate('refusal.needs_delivery') } });
  const requested = input.delivery.accessPoint;
  const pickupPoint =
    carrierPickupPoint ?? (requested ? await readListedPickupPoint(tx, requested.id, pickLanguage) : null);
  if (!pickupPoint)
    return refuse('unknown_pickup_point', {
      errors: { 'delivery.accessPoint': translate('refusal.unknown_pickup_point') },
    });
  const zone = determineShippingZone(pickupPoint.country, pickupPoint.zipCode);
  return ok({ ...none, pickupPoint, choice: { type: 'PICKUP', zone, idCarrier } });
}

async function chooseSlot(
  tx: SiteTx,
  { input, staffOrder, translate, pickLanguage, site, now }: PlaceOrderCall,
): Promise<Outcome<ResolvedDelivery, DeliveryRefusal>> {
  // Staff agree on the time with the customer, or hand the order over at once.
  if (staffOrder && !input.dateSchedule && !input.idSchedule)
    return ok({ ...none, choice: { type: 'CLICK_AND_COLLECT' } });
  const refused = refuse('slot_unavailable', {
    errors: { [input.dateSchedule ? 'idSchedule' : 'dateSchedule']: translate('refusal.slot_unavailable') },
  });
  if (!input.dateSchedule || !input.idSchedule) return refused;
  const found = await readCollectionScheduleWithClosures(tx, input.idSchedule);
  if (!found) return refused;
  const leadHours = (await readParameter(tx, 'CLICK_AND_COLLECT_HOURS')) ?? 0;
  const clock = { now, timeZone: site.timeZone, leadHours };
  const { schedule, closures } = found;
  if (!isSlotOpen(input.dateSchedule, schedule, closures, clock)) return refused;
  const place = await readEstateAddress(tx, schedule.addressId);
  if (!place) throw new Error(`schedule ${schedule.id} is at an address that does not exist`);
  const address = [place.address, place.addressPart2, `${place.postalCode} ${place.city}`].filter(Boolean).join(', ');
  const collection = { from: schedule.from, to: schedule.to, place: pickLanguage(place.name), address };
  const slot = { scheduleId: schedule.id, date: input.dateSchedule, capacity: schedule.capacity, collection };
  return ok({ ...none, slot, choice: { type: 'CLICK_AND_COLLECT' } });
}

/** @param field Path of the address in the request body, for errors. */
export function toStoredPostalAddress(
  { firstname, lastname, address, addressPart2, postalCode, city, country }: OrderAddressInput,
  field: string,
  translate: PlaceOrderCall['translate'],
): Outcome<StoredOrderAddress, 'unknown_country' | 'wrong_postcode'> {
  const code = toCountryCode(country);
  if (!code)
    return refuse('unknown_country', {
      errors: { [`${field}.country`]: translate('refusal.unknown_country') },
    });
  if (!isPostcodeOfCountry(postalCode, code))
    return refuse('wrong_postcode', {
      errors: { [`${field}.postalCode`]: translate('refusal.wrong_postcode') },
    });
  return ok({ firstname, lastname, address, addressPart2, postalCode, city, country: code });
}

/**
 * Requests the pickup point of an order from the service of the chosen carrier, before the order's transaction and its
 * locks begin; null if no service knows the point.
 */
export const fetchChosenPickupPoint = async (
  pickupPoints: PickupPointDirectory,
  call: Omit<PickupPointRequestContext, 'pickLanguage'>,
  { type, idCarrier, accessPoint }: PlaceOrderInput['delivery'],
): Promise<PickupPoint | null> =>
  type === 'PICKUP' && idCarrier !== undefined && accessPoint
    ? pickupPoints.findOfService(call, { id: accessPoint.id, carrierId: idCarrier })
    : null;
