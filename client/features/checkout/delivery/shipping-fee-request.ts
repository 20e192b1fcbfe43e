import type { PersistedCart } from '#client/features/cart/persisted-cart.ts';
import { isPostcodeOfCountry } from '#shared/places/postcode.ts';
import type { CarrierOption } from '#shared/shipping/shipping-contract.ts';
import type { CheckoutDraft } from '../checkout-draft.ts';

/**
 * Creates the JSON body of `POST /calculate/shipping-fees`. It is an empty string without a delivery, with an empty
 * cart, and until country and postcode are complete.
 */
export function createShippingFeeRequestBodyJson({
  deliveryType,
  products,
  address,
  discount,
}: Pick<PersistedCart, 'products' | 'discount'> & Pick<CheckoutDraft, 'deliveryType' | 'address'>): string {
  const { postalCode, country } = address.shipping;
  const isComplete = country !== '' && isPostcodeOfCountry(postalCode, country);
  if (deliveryType !== 'delivery' || products.length === 0 || !isComplete) return '';
  return JSON.stringify({
    products: products.map(({ product, variantId, quantity }) => ({
      idProduct: product.id,
      id: variantId,
      quantity,
    })),
    postalCode: postalCode.trim(),
    country,
    ...(discount && { code: discount.code }),
  });
}

/**
 * Returns the chosen carrier with its current fee. If that carrier is not offered, or none is chosen, returns the only
 * carrier, or null if there are none or several.
 */
export const keepOrSelectOnlyCarrier = (
  carriers: readonly CarrierOption[],
  chosen: CarrierOption | null,
): CarrierOption | null =>
  carriers.find(({ id }) => id === chosen?.id) ?? (carriers.length === 1 ? (carriers[0] ?? null) : null);
