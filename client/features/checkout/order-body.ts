import type { PersistedCart } from '#client/features/cart/persisted-cart.ts';
import type { OrderBody } from '#shared/checkout/checkout-contract.ts';
import { centsToEuros } from '#shared/money.ts';
import type { DeliveryType } from '#shared/shipping/delivery-type.ts';
import type { CheckoutAddress, CheckoutDraft } from './checkout-draft.ts';

/** Returns the delivery type of the order. For a parcel the type follows from the carrier: DELIVERY or PICKUP. */
export function toOrderDeliveryType({
  deliveryType,
  carrier,
}: Pick<CheckoutDraft, 'deliveryType' | 'carrier'>): DeliveryType {
  if (deliveryType === 'clickAndCollect') return 'CLICK_AND_COLLECT';
  if (deliveryType === 'no_delivery') return 'NO_DELIVERY';
  return carrier?.deliveryType ?? 'DELIVERY';
}

const addressBody = (address: CheckoutAddress) => ({ ...address, country: address.country.toUpperCase() });

interface OrderBodyOptions {
  /** The total in cents that the customer was shown. */
  total: number;
  /** The email address of a guest; empty for a logged-in customer. */
  email: string;
  birthdate: string;
  acceptTerms: boolean;
  newsletter?: boolean;
}

/**
 * Creates the body of `POST /order`. It contains the shown total and shipping fee, so that the API can refuse an order
 * whose prices have changed.
 */
export function createOrderBody(
  cart: Pick<PersistedCart, 'products' | 'discount'>,
  draft: CheckoutDraft,
  { total, email, birthdate, acceptTerms, newsletter = false }: OrderBodyOptions,
): OrderBody {
  const type = toOrderDeliveryType(draft);
  const isParcel = draft.deliveryType === 'delivery';
  const shipping = isParcel ? addressBody(draft.address.shipping) : null;
  const billing = isParcel && draft.address.billingIsShipping ? shipping : addressBody(draft.address.billing);
  const carrier = isParcel ? draft.carrier : null;
  return {
    products: cart.products.map(({ variantId, quantity }) => ({ id: variantId, quantity })),
    user: { phone: draft.phone, ...(email && { email }), ...(birthdate && { birthdate }) },
    address: { delivery: shipping, billing },
    ...(cart.discount && { discount: { code: cart.discount.code } }),
    ...(draft.message.trim() && { message: draft.message }),
    delivery: {
      type,
      ...(carrier && {
        idCarrier: carrier.id,
        serviceName: carrier.name,
        serviceCode: carrier.serviceCode,
        servicePrice: carrier.fdp,
      }),
      ...(type === 'PICKUP' && draft.pickupPoint && { accessPoint: { id: draft.pickupPoint.id } }),
    },
    ...(type === 'DELIVERY' &&
      shipping && { deliveryPostalCode: shipping.postalCode, deliveryIdCountry: shipping.country }),
    ...(type === 'CLICK_AND_COLLECT' && {
      dateSchedule: draft.clickAndCollect.date,
      idSchedule: draft.clickAndCollect.idSchedule,
    }),
    ...(draft.payment && { payment: draft.payment }),
    total: centsToEuros(total),
    acceptTerms,
    ...(newsletter && { newsletter }),
  };
}
