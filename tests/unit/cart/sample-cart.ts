import { type CartDiscount, emptyCart, type PersistedCart } from '#client/features/cart/persisted-cart.ts';
import {
  type CheckoutDraft,
  emptyCheckoutDraft,
  type PickupPointAddress,
} from '#client/features/checkout/checkout-draft.ts';
import type { CarrierChoice } from '#shared/shipping/shipping-contract.ts';
import { createSampleVariant, createSampleWine } from '#tests/unit/catalogue/sample-products.ts';

export const sampleHomeAddress = {
  firstname: 'Camille',
  lastname: 'Vignaud',
  address: '3 rue du Port',
  addressPart2: '',
  postalCode: '16100',
  city: 'Cognac',
  country: 'FR',
};

/** A code that takes five euros off goods of 20 euros. */
export const sampleEuroDiscount: CartDiscount = {
  id: 1,
  code: 'WELCOME',
  type: 'EURO',
  amount: 5,
  detailType: 'PRODUCT',
  value: 5,
  total: 15,
  subtotal: 20,
  shippingFees: 0,
};

export const createSampleCarrier = (overrides: Partial<CarrierChoice> = {}): CarrierChoice => ({
  id: 1,
  name: 'Livraison à domicile',
  fdp: 13.9,
  price: 13.9,
  serviceCode: 'DOMICILE',
  deliveryType: 'DELIVERY',
  siteType: '',
  ...overrides,
});

export const samplePickupPoint: PickupPointAddress = {
  id: '2',
  firstPart: 'Maison de la presse Les Gabares',
  secondPart: '21, rue d’Angoulême',
  city: { postalCode: '16100', name: 'Cognac' },
  country: { alphaTwo: 'FR' },
  position: null,
  icon: 'shop',
};

/** A complete checkout draft of an order of six bottles with home delivery. */
export const createSampleReadyOrder = (
  overrides: Partial<PersistedCart & CheckoutDraft> = {},
): PersistedCart & CheckoutDraft => ({
  ...emptyCart,
  ...emptyCheckoutDraft,
  products: [
    {
      id: 0,
      product: { ...createSampleWine(), declination: [createSampleVariant({ id: 11 })] },
      declinationId: 11,
      quantity: 6,
    },
  ],
  address: { shipping: sampleHomeAddress, billing: { ...sampleHomeAddress, country: 'FR' }, billingIsShipping: true },
  carrier: createSampleCarrier(),
  shippingPrices: [createSampleCarrier()],
  phone: '05 45 00 00 00',
  payment: 'TRANSFER',
  ...overrides,
});
