import { useEffect } from 'react';
import { CallFailure } from '#client/core/call.ts';
import { loadMe } from '#client/features/accounts/session.ts';
import { useSession, useSessionStore } from '#client/features/accounts/session-context.tsx';
import { useCheckoutStore } from './checkout-store-context.tsx';
import { fillFromLastOrder, hasNoAddress, loadLastOrder } from './last-order.ts';

/** Knows the customer, and writes into empty fields what the account and its last order say. */
export function useCustomerPrefill(): void {
  const session = useSessionStore();
  const checkout = useCheckoutStore();
  const me = useSession((state) => state.me);
  useEffect(() => {
    loadMe(session).catch((error: unknown) => {
      // The page says so where it matters: nobody is logged in as long as nobody could ask.
      if (!(error instanceof CallFailure)) throw error;
    });
  }, [session]);
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
  useEffect(() => {
    if (me.id === '' || !hasNoAddress(checkout.getState())) return;
    let gone = false;
    loadLastOrder().then(
      (last) => last && !gone && checkout.getState().setContactDetails(fillFromLastOrder(checkout.getState(), last)),
      (error: unknown) => {
        // Without it the fields stay empty, as they are for whoever orders for the first time.
        if (!(error instanceof CallFailure)) throw error;
      },
    );
    return () => {
      gone = true;
    };
  }, [me.id, checkout]);
}
