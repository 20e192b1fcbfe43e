import type { PaymentMethod } from '#shared/payments/payment-method.ts';
import type { City, Country } from '#shared/places/places-contract.ts';
import type { CarrierOption, PickupPoint } from '#shared/shipping/shipping-contract.ts';

export type CheckoutDeliveryType = 'delivery' | 'clickAndCollect' | 'no_delivery';

/** The ways in which a customer without a session can order. */
export const customerModes = ['guest', 'login', 'register'] as const;
type CustomerMode = (typeof customerModes)[number];

export interface CheckoutAddress {
  firstname: string;
  lastname: string;
  address: string;
  addressPart2: string;
  postalCode: string;
  city: string;
  /** The ISO 3166-1 alpha-2 code of the country. */
  country: string;
}

/** Postal address of the chosen pickup point. `firstPart` is its name and `secondPart` its street. */
export interface PickupPointAddress extends Pick<PickupPoint, 'id' | 'position' | 'icon'> {
  firstPart: string;
  secondPart: string;
  city: Pick<City, 'postalCode' | 'name'>;
  /** The country by its ISO 3166-1 alpha-2 code. */
  country: Pick<Country, 'alphaTwo'>;
}

export const toPickupPointAddress = ({
  id,
  name,
  addLine1,
  zipCode,
  city,
  country,
  position,
  icon,
}: PickupPoint): PickupPointAddress => ({
  id,
  firstPart: name,
  secondPart: addLine1,
  city: { postalCode: zipCode, name: city },
  country: { alphaTwo: country },
  position,
  icon,
});

export interface ChosenCollectionSlot {
  date: string;
  idAddress: number | null;
  idSchedule: number | null;
}

/** The input of a customer for the next order. The draft is stored in local storage. */
export interface CheckoutDraft {
  customerMode: CustomerMode;
  /** The email address that a guest has entered; not used for a logged-in customer. */
  email: string;
  /** The customer's birthdate as `YYYY-MM-DD`. */
  birthdate: string;
  deliveryType: CheckoutDeliveryType;
  clickAndCollect: ChosenCollectionSlot;
  pickupPoint: PickupPointAddress | null;
  city: City | null;
  country: Pick<Country, 'id' | 'alphaTwo' | 'alphaThree'> | null;
  carrier: CarrierOption | null;
  shippingPrices: CarrierOption[];
  address: { shipping: CheckoutAddress; billing: CheckoutAddress; billingIsShipping: boolean };
  phone: string;
  message: string;
  payment: PaymentMethod | null;
}

const emptyAddress: CheckoutAddress = {
  firstname: '',
  lastname: '',
  address: '',
  addressPart2: '',
  postalCode: '',
  city: '',
  country: '',
};

export const emptyCheckoutDraft: CheckoutDraft = {
  customerMode: 'guest',
  email: '',
  birthdate: '',
  deliveryType: 'delivery',
  clickAndCollect: { date: '', idAddress: null, idSchedule: null },
  pickupPoint: null,
  city: null,
  country: null,
  carrier: null,
  shippingPrices: [],
  address: { shipping: emptyAddress, billing: emptyAddress, billingIsShipping: true },
  phone: '',
  message: '',
  payment: null,
};
