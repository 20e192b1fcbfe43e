import { useTexts } from '#client/core/app-context.tsx';
import { describeCallError } from '#client/core/describe-call-error.ts';
import { useNavigate } from '#client/core/navigation.ts';
import { useQuery } from '#client/core/use-query.ts';
import { type CustomerProfile, useSession, useSessionStore } from './session.tsx';
import { loadCustomerProfile } from './session-actions.ts';
import { useOnForeignSessionChange } from './session-channel.ts';

type RequiredCustomerState =
  | { state: 'loading' }
  | { state: 'failed'; message: string; retry: () => void }
  /** The browser is being redirected to the log-in page, or the customer has just logged out. */
  | { state: 'redirecting' }
  | { state: 'loggedIn'; me: CustomerProfile };

/**
 * Returns the logged-in customer. Other visitors are redirected to the log-in page, and return to the current page
 * after the log-in.
 */
export function useRequiredCustomerState(): RequiredCustomerState {
  const session = useSessionStore();
  const me = useSession((state) => state.me);
  const navigate = useNavigate();
  const { t } = useTexts();
  const {
    data: customer,
    error,
    reload,
  } = useQuery(
    async (signal) => {
      const loaded = await loadCustomerProfile(session);
      const here = window.location.pathname + window.location.search;
      if (!loaded && !signal.aborted) navigate(`/auth?return=${encodeURIComponent(here)}`, { replace: true });
      return loaded;
    },
    [session],
  );
  useOnForeignSessionChange(reload);
  if (error) return { state: 'failed', message: describeCallError(error, t), retry: reload };
  if (customer === undefined) return { state: 'loading' };
  return customer && me.id !== '' ? { state: 'loggedIn', me } : { state: 'redirecting' };
}
