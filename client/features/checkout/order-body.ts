import type { CartAddress, CartMemory } from '#client/features/cart/cart-memory.ts';
import type { OrderBody } from '#shared/checkout/checkout-contract.ts';
import { centsToEuros } from '#shared/money.ts';
import type { DeliveryType } from '#shared/shipping/delivery-type.ts';

/** The cart's words for delivery, as orders have them: a parcel is DELIVERY or PICKUP as its carrier says. */
export function orderDelivery({ deliveryType, carrier }: Pick<CartMemory, 'deliveryType' | 'carrier'>): DeliveryType {
  if (deliveryType === 'clickAndCollect') return 'CLICK_AND_COLLECT';
  if (deliveryType === 'no_delivery') return 'NO_DELIVERY';
  return carrier?.deliveryType ?? 'DELIVERY';
}

const addressBody = (address: CartAddress) => ({ ...address, country: address.country.toUpperCase() });

interface Sent {
  /** What the customer sees as the total, in cents. */
  total: number;
  birthdate: string;
  acceptTerms: boolean;
}

/** The call that places the order. Prices are sent to be compared: where the shop's differ, the customer is asked again. */
export function orderBody(cart: CartMemory, { total, birthdate, acceptTerms }: Sent): OrderBody {
  const type = orderDelivery(cart);
  const isParcel = cart.deliveryType === 'delivery';
  const shipping = isParcel ? addressBody(cart.address.shipping) : null;
  const billing = isParcel && cart.address.billingIsShipping ? shipping : addressBody(cart.address.billing);
  const carrier = isParcel ? cart.carrier : null;
  return {
    products: cart.products.map(({ declinationId, quantity }) => ({ id: declinationId, quantity })),
    user: { phone: cart.phone, ...(birthdate && { birthdate }) },
    address: { delivery: shipping, billing },
    ...(cart.discount && { discount: { code: cart.discount.code } }),
    ...(cart.message.trim() && { message: cart.message }),
    delivery: {
      type,
      ...(carrier && {
        idCarrier: carrier.id,
        serviceName: carrier.name,
        serviceCode: carrier.serviceCode,
        servicePrice: carrier.fdp,
      }),
      ...(type === 'PICKUP' && cart.accessPointAddress && { accessPoint: { id: cart.accessPointAddress.id } }),
    },
    ...(type === 'DELIVERY' &&
      shipping && { deliveryPostalCode: shipping.postalCode, deliveryIdCountry: shipping.country }),
    ...(type === 'CLICK_AND_COLLECT' && {
      dateSchedule: cart.clickAndCollect.date,
      idSchedule: cart.clickAndCollect.idSchedule,
    }),
    ...(cart.payment && { payment: cart.payment }),
    total: centsToEuros(total),
    acceptTerms,
  };
}
