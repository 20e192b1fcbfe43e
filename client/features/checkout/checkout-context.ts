import { createContext, useContext } from 'react';
import type { OrderPayment } from '#shared/payments/payments-contract.ts';
import type { CheckoutErrors } from './validate-draft.ts';

/** An address of the estate where orders are collected. */
export interface CollectionPlace {
  id: number;
  name: string;
  /** In one line. */
  address: string;
}

/** The data of the shop that the page is loaded with. */
export interface CheckoutShop {
  collectionPlaces: CollectionPlace[];
  payments: OrderPayment[];
}

/** Shared by the steps of the checkout. */
export interface CheckoutValue extends CheckoutShop {
  /** Messages by field, after the customer has tried to order. */
  errors: CheckoutErrors;
  /** The API's messages about cart lines, by line id. */
  lineErrors: ReadonlyMap<number, string>;
  /** Number of refused orders; data of the API is reloaded when it changes. */
  refusalCount: number;
  /** Removes the errors of fields that have been changed. */
  clearErrors: (...fields: string[]) => void;
}

export const CheckoutContext = createContext<CheckoutValue | null>(null);

export function useCheckout(): CheckoutValue {
  const value = useContext(CheckoutContext);
  if (!value) throw new Error('CheckoutContext is missing');
  return value;
}
