import { type Query, useQuery } from '#client/core/use-query.ts';
import type { CurrentUser } from '#shared/accounts/accounts-contract.ts';
import { loadCustomerProfile } from './session.ts';
import { useSessionStore } from './session-context.tsx';

/** Loads the customer's profile into the session store. The data is `null` if the visitor is not logged in. */
export function useProfileQuery(): Query<CurrentUser | null> {
  const session = useSessionStore();
  return useQuery(() => loadCustomerProfile(session), [session]);
}
