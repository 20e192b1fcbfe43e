import { useTexts } from '#client/core/app-context.tsx';
import { callErrorText } from '#client/core/call-error-text.ts';
import { toast } from '#client/core/toast.ts';
import { logOut } from '#client/features/accounts/session.ts';
import { useSessionStore } from '#client/features/accounts/session-context.tsx';
import { useCheckoutStore } from './checkout-store-context.tsx';

/** Logs out and removes the customer's personal data from the checkout draft. The cart keeps its lines. */
export function useLogout(): () => Promise<void> {
  const session = useSessionStore();
  const checkout = useCheckoutStore();
  const { t } = useTexts();
  return async () => {
    await logOut(session).catch((error: unknown) => {
      toast(callErrorText(error, t), 'failure');
    });
    checkout.getState().forgetCustomer();
  };
}
