import { createContext, useContext } from 'react';
import type { OrderPayment } from '#shared/payments/payments-contract.ts';
import type { CheckoutErrors } from './validate-checkout-draft.ts';

/** Postal address of the estate where customers collect orders. */
export interface CollectionPlace {
  id: number;
  name: string;
  /** Postal address in one line. */
  address: string;
}

/** Data of the shop that the loader of the checkout page provides. */
export interface CheckoutOptions {
  collectionPlaces: CollectionPlace[];
  payments: OrderPayment[];
}

export interface CheckoutContextValue extends CheckoutOptions {
  /** Error messages by field name. They are empty until the customer has tried to order. */
  errors: CheckoutErrors;
  /** Messages of the API by cart line id. */
  lineErrors: ReadonlyMap<number, string>;
  /** Number of refused orders. Components reload data from the API when it changes. */
  refusalCount: number;
  clearErrors: (...fields: string[]) => void;
}

export const CheckoutContext = createContext<CheckoutContextValue | null>(null);

export function useCheckout(): CheckoutContextValue {
  const value = useContext(CheckoutContext);
  if (!value) throw new Error('CheckoutContext is missing');
  return value;
}
