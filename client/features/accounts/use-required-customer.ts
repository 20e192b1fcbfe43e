import { useTexts } from '#client/core/app-context.tsx';
import { callErrorText } from '#client/core/call-error-text.ts';
import { useNavigate } from '#client/core/navigation.ts';
import { useQuery } from '#client/core/use-query.ts';
import { loadCustomerProfile } from './session.ts';
import { useSession, useSessionStore } from './session-context.tsx';
import type { CustomerProfile } from './session-store.ts';
import { useSessionSync } from './use-session-sync.ts';

export type CustomerState =
  | { state: 'loading' }
  | { state: 'failed'; message: string; retry: () => void }
  /** The log-in page is being opened, or the customer has just logged out. */
  | { state: 'redirecting' }
  | { state: 'loggedIn'; me: CustomerProfile };

/** The customer of a page that requires a session. Visitors without one are sent to the log-in, which leads back here. */
export function useRequiredCustomer(): CustomerState {
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
  useSessionSync(reload);
  if (error) return { state: 'failed', message: callErrorText(error, t), retry: reload };
  if (customer === undefined) return { state: 'loading' };
  return customer && me.id !== '' ? { state: 'loggedIn', me } : { state: 'redirecting' };
}
