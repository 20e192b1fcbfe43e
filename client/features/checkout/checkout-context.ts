import { createContext, useContext } from 'react';
import type { PaymentMethodDescription } from '#shared/payments/payment-methods-contract.ts';
import type { CheckoutErrors } from './validate-checkout-draft.ts';

/** A postal address of the estate at which customers can collect orders. */
interface CollectionPlace {
  id: number;
  name: string;
  /** The postal address in one line. */
  address: string;
}

/** Data of the estate's shop that the loader of the checkout page provides. */
export interface CheckoutOptions {
  collectionPlaces: CollectionPlace[];
  payments: PaymentMethodDescription[];
}

interface CheckoutContextValue extends CheckoutOptions {
  /** Error messages by field name. There are none until the customer has tried to order. */
  errors: CheckoutErrors;
  /** The API's messages by cart line id. */
  lineErrors: ReadonlyMap<number, string>;
  /** Number of times that the order was refused. Components load their data again when the number changes. */
  refusalCount: number;
  clearErrors: (...fields: string[]) => void;
}

export const CheckoutContext = createContext<CheckoutContextValue | null>(null);

export function useCheckout(): CheckoutContextValue {
  const value = useContext(CheckoutContext);
  if (!value) throw new Error('CheckoutContext is missing');
  return value;
}
