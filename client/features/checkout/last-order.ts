import { callApi } from '#client/core/call.ts';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';
import type { CheckoutDraft } from './checkout-draft.ts';

type ContactDetails = Pick<CheckoutDraft, 'address' | 'phone'>;
type OrderContact = Pick<OrderDetail, 'address' | 'phone'>;

/** Whether nobody has said yet where to: then the last order may. */
export const hasNoAddress = ({ address: { shipping, billing } }: Pick<CheckoutDraft, 'address'>): boolean =>
  [shipping, billing].every(({ address, postalCode, city }) => address + postalCode + city === '');

/** The addresses of the customer's last order in empty fields; whatever has been typed stays. */
export function fillFromLastOrder(known: ContactDetails, last: OrderContact): ContactDetails {
  if (!hasNoAddress(known)) return known;
  const { delivery, billing } = last.address;
  const isSame = delivery === null || JSON.stringify(delivery) === JSON.stringify(billing);
  return {
    address: { shipping: delivery ?? billing, billing, billingIsShipping: isSame },
    phone: known.phone || last.phone,
  };
}

/** null where there is none. */
export async function loadLastOrder(): Promise<OrderDetail | null> {
  const { orders } = await callApi('GET /order', { query: { nbItem: 1 } });
  const last = orders[0];
  return last ? (await callApi('GET /order/{id}', { params: { id: last.id } })).order : null;
}
