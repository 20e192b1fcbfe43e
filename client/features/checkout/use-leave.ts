import { useTexts } from '#client/core/app-context.tsx';
import { CallFailure } from '#client/core/call.ts';
import { toast } from '#client/core/toast.ts';
import { logOut } from '#client/features/accounts/session.ts';
import { useSessionStore } from '#client/features/accounts/session-context.tsx';
import { useCartStore } from '#client/features/cart/cart-context.tsx';

/** Logs out: nobody is logged in afterwards, and the cart no longer knows whose it was. */
export function useLeave(): () => Promise<void> {
  const session = useSessionStore();
  const cart = useCartStore();
  const { t } = useTexts();
  return async () => {
    await logOut(session).catch((error: unknown) => {
      if (!(error instanceof CallFailure)) throw error;
      toast(error.message || t('site.error.503.text'), 'failure');
    });
    cart.getState().forgetCustomer();
  };
}
