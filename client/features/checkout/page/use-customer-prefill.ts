import { useEffect } from 'react';
import { useQuery } from '#client/core/use-query.ts';
import { useSession } from '#client/features/accounts/session-context.tsx';
import { useLoadCustomerProfile } from '#client/features/accounts/use-load-customer-profile.ts';
import { useCheckoutStore } from '../checkout-store-context.tsx';
import { fetchLatestOrder, fillEmptyContactDetailsFromOrder, isDraftWithoutPostalAddress } from './latest-order.ts';

/** Loads the session, and fills empty fields of the checkout draft from the customer's profile and last order. */
export function useCustomerPrefill(): void {
  const checkout = useCheckoutStore();
  const me = useSession((state) => state.me);
  // An error of the query is ignored: the visitor then counts as logged out, and the account step offers the log-in.
  useLoadCustomerProfile();
  useEffect(() => {
    const { address, phone, setContactDetails } = checkout.getState();
    const name = { firstname: me.firstname, lastname: me.lastname };
    const fill = (one: typeof address.shipping) => ({
      ...one,
      country: one.country || 'FR',
      ...(one.firstname === '' && one.lastname === '' && name),
    });
    setContactDetails({
      address: { ...address, shipping: fill(address.shipping), billing: fill(address.billing) },
      phone: phone || (me.phone ?? ''),
    });
  }, [me, checkout]);
  const loadIfEmpty = async (signal: AbortSignal) =>
    isDraftWithoutPostalAddress(checkout.getState()) ? fetchLatestOrder(signal) : null;
  // If the last order cannot be loaded, the fields stay empty.
  const { data: lastOrder } = useQuery(me.id === '' ? null : loadIfEmpty, [me.id, checkout]);
  useEffect(() => {
    const { setContactDetails, ...draft } = checkout.getState();
    if (lastOrder) setContactDetails(fillEmptyContactDetailsFromOrder(draft, lastOrder));
  }, [lastOrder, checkout]);
}
