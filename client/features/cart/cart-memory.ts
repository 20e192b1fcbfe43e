import type { Product } from '#shared/catalogue/catalogue-contract.ts';
import type { PaymentMethod } from '#shared/payments/payment-method.ts';
import type { City, Country } from '#shared/places/places-contract.ts';
import type { AccessPoint, CarrierChoice } from '#shared/shipping/shipping-contract.ts';

/** What the cart keeps of a product: what it shows and computes with. */
export type CartProduct = Pick<
  Product,
  | 'id'
  | 'idProduct'
  | 'slug'
  | 'name'
  | 'type'
  | 'kind'
  | 'isVintage'
  | 'declination'
  | 'price'
  | 'discount'
  | 'hasShippingFees'
  | 'sellByMultipleOf'
  | 'quantity'
  | 'setQuantity'
  | 'vatRate'
  | 'isAlcohol'
  | 'image'
  | 'products'
>;

export interface CartLine {
  /** A counter of this browser's own. */
  id: number;
  /** With the one declination that the line is about. */
  product: CartProduct;
  declinationId: number;
  quantity: number;
}

export type CartDeliveryType = 'delivery' | 'clickAndCollect' | 'no_delivery';

export interface CartAddress {
  firstname: string;
  lastname: string;
  address: string;
  addressPart2: string;
  postalCode: string;
  city: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
}

/** The relay point that is chosen, as an address: its name, then its street. */
export interface CartAccessPoint extends Pick<AccessPoint, 'id' | 'position' | 'icon'> {
  firstPart: string;
  secondPart: string;
  city: Pick<City, 'postalCode' | 'name'>;
  /** ISO 3166-1 alpha-2. */
  country: Pick<Country, 'alphaTwo'>;
}

/** A relay point as the cart keeps it. */
export const cartAccessPoint = ({
  id,
  name,
  addLine1,
  zipCode,
  city,
  country,
  position,
  icon,
}: AccessPoint): CartAccessPoint => ({
  id,
  firstPart: name,
  secondPart: addLine1,
  city: { postalCode: zipCode, name: city },
  country: { alphaTwo: country },
  position,
  icon,
});

/** What a code takes off, in euros, as the server says it. */
export interface CartDiscount {
  id: number;
  code: string;
  type: 'EURO' | 'PERCENTAGE';
  amount: number;
  detailType: 'PRODUCT' | 'SHIPPING_FEES';
  value: number;
  total: number;
  subtotal: number;
  shippingFees: number;
}

/** What is remembered from one visit to the next. */
export interface CartMemory {
  products: CartLine[];
  nextLineId: number;
  deliveryType: CartDeliveryType;
  clickAndCollect: { date: string; idAddress: number | null; idSchedule: number | null };
  accessPointAddress: CartAccessPoint | null;
  city: City | null;
  country: Pick<Country, 'id' | 'alphaTwo' | 'alphaThree'> | null;
  carrier: CarrierChoice | null;
  shippingPrices: CarrierChoice[];
  address: { shipping: CartAddress; billing: CartAddress; billingIsShipping: boolean };
  phone: string;
  message: string;
  discount: CartDiscount | null;
  payment: PaymentMethod | null;
}

const noAddress: CartAddress = {
  firstname: '',
  lastname: '',
  address: '',
  addressPart2: '',
  postalCode: '',
  city: '',
  country: '',
};

export const emptyCart: CartMemory = {
  products: [],
  nextLineId: 0,
  deliveryType: 'delivery',
  clickAndCollect: { date: '', idAddress: null, idSchedule: null },
  accessPointAddress: null,
  city: null,
  country: null,
  carrier: null,
  shippingPrices: [],
  address: { shipping: noAddress, billing: noAddress, billingIsShipping: true },
  phone: '',
  message: '',
  discount: null,
  payment: null,
};
