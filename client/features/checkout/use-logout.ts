import { useTexts } from '#client/core/app-context.tsx';
import { describeCallError } from '#client/core/describe-call-error.ts';
import { showToast } from '#client/core/toast.ts';
import { useSessionStore } from '#client/features/accounts/session.tsx';
import { logOut } from '#client/features/accounts/session-actions.ts';
import { useCheckoutStore } from './checkout-store.tsx';

/**
 * Returns an action that logs out and removes the customer's personal data from the checkout draft. The cart keeps its
 * lines.
 */
export function useLogout(): () => Promise<void> {
  const session = useSessionStore();
  const checkout = useCheckoutStore();
  const { t } = useTexts();
  return async () => {
    await logOut(session).catch((error: unknown) => {
      showToast(describeCallError(error, t), 'failure');
    });
    checkout.getState().forgetCustomer();
  };
}
