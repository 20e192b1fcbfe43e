import { callApi } from '#client/core/call-api.ts';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';
import type { CheckoutDraft } from '../checkout-draft.ts';

type ContactDetails = Pick<CheckoutDraft, 'address' | 'phone'>;
type OrderContact = Pick<OrderDetail, 'address' | 'phone'>;

/**
 * Checks whether neither shipping nor billing address has been filled in, so that the addresses may be filled from the
 * last order.
 */
export const isDraftWithoutPostalAddress = ({
  address: { shipping, billing },
}: Pick<CheckoutDraft, 'address'>): boolean =>
  [shipping, billing].every(({ address, postalCode, city }) => address + postalCode + city === '');

/**
 * Copies addresses and, if it is missing, the phone number of the customer's last order into a draft. A draft with an
 * address stays unchanged.
 */
export function fillEmptyContactDetailsFromOrder(details: ContactDetails, last: OrderContact): ContactDetails {
  if (!isDraftWithoutPostalAddress(details)) return details;
  const { delivery, billing } = last.address;
  const isSame = delivery === null || JSON.stringify(delivery) === JSON.stringify(billing);
  return {
    address: { shipping: delivery ?? billing, billing, billingIsShipping: isSame },
    phone: details.phone || last.phone,
  };
}

/**
 * Loads the customer's last order.
 * @returns `null` before the first order
 */
export async function fetchLatestOrder(signal: AbortSignal): Promise<OrderDetail | null> {
  const { orders } = await callApi('GET /order', { query: { nbItem: 1 }, signal });
  const last = orders[0];
  return last ? (await callApi('GET /order/{id}', { params: { id: last.id }, signal })).order : null;
}
