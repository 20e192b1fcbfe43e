import { type Query, useQuery } from '#client/core/use-query.ts';
import type { CurrentUser } from '#shared/accounts/accounts-contract.ts';
import { loadCustomerProfile } from './session.ts';
import { useSessionStore } from './session-context.tsx';

/** Loads the profile of the logged-in customer into the session; `null` without one. */
export function useProfileQuery(): Query<CurrentUser | null> {
  const session = useSessionStore();
  return useQuery(() => loadCustomerProfile(session), [session]);
}
