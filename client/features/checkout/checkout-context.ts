import { createContext, useContext } from 'react';
import type { OrderPayment } from '#shared/payments/payments-contract.ts';
import type { ShippingRules } from '#shared/shipping/shipping.ts';
import type { CheckoutErrors } from './validate-draft.ts';

/** A place of the estate where orders are handed over. */
export interface PickupPlace {
  id: number;
  name: string;
  /** In one line. */
  address: string;
}

/** What the page knows of the shop before anybody types. */
export interface CheckoutShop {
  rules: ShippingRules;
  pickupPlaces: PickupPlace[];
  payments: OrderPayment[];
}

/** What every step of the checkout reads. */
export interface CheckoutValue extends CheckoutShop {
  /** Field → what is wrong with it, once the customer has tried to order or the API has refused. */
  errors: CheckoutErrors;
  /** What the shop says of lines of the cart, by their id. */
  lineErrors: ReadonlyMap<number, string>;
  /** How often the shop has refused the order: whatever it was asked before is asked again. */
  refusalCount: number;
  /** Forgets what was wrong with fields that have just been changed. */
  clearErrors: (...fields: string[]) => void;
}

export const CheckoutContext = createContext<CheckoutValue | null>(null);

export function useCheckout(): CheckoutValue {
  const value = useContext(CheckoutContext);
  if (!value) throw new Error('a step of the checkout is shown outside it');
  return value;
}
