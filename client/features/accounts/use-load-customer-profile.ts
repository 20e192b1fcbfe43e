import { type UseQueryResult, useQuery } from '#client/core/use-query.ts';
import type { CurrentUser } from '#shared/accounts/current-user.ts';
import { useSessionStore } from './session.tsx';
import { loadCustomerProfile } from './session-actions.ts';
import { useOnForeignSessionChange } from './session-channel.ts';

/**
 * Loads the customer's profile into the session store, and again when another tab logs in or out. The data is `null` if
 * the visitor is not logged in.
 */
export function useLoadCustomerProfile(): UseQueryResult<CurrentUser | null> {
  const session = useSessionStore();
  const query = useQuery(() => loadCustomerProfile(session), [session]);
  useOnForeignSessionChange(query.reload);
  return query;
}
