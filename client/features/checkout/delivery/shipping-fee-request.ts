import type { PersistedCart } from '#client/features/cart/persisted-cart.ts';
import type { CarrierChoice } from '#shared/shipping/shipping-contract.ts';
import type { CheckoutDraft } from '../checkout-draft.ts';

/** Whether a French postcode is whole: five digits, however they are spaced. */
export const isCompleteFrenchPostcode = (postalCode: string): boolean => /^\s*\d{2}\s?\d{3}\s*$/.test(postalCode);

/** What the fee depends on, as the body of the call that asks for it; empty while it cannot be asked for. */
export function shippingFeeRequest({
  deliveryType,
  products,
  address,
  discount,
}: Pick<PersistedCart, 'products' | 'discount'> & Pick<CheckoutDraft, 'deliveryType' | 'address'>): string {
  const { postalCode, country } = address.shipping;
  const isWhole = country === 'FR' ? isCompleteFrenchPostcode(postalCode) : postalCode.trim().length >= 3;
  if (deliveryType !== 'delivery' || products.length === 0 || country === '' || !isWhole) return '';
  return JSON.stringify({
    products: products.map(({ product, declinationId, quantity }) => ({
      idProduct: product.id,
      id: declinationId,
      quantity,
    })),
    postalCode: postalCode.trim(),
    country,
    ...(discount && { code: discount.code }),
  });
}

/** The carrier chosen before, with its fee of now; the only one there is; else none. */
export const selectCarrier = (carriers: readonly CarrierChoice[], before: CarrierChoice | null): CarrierChoice | null =>
  carriers.find(({ id }) => id === before?.id) ?? (carriers.length === 1 ? (carriers[0] ?? null) : null);
