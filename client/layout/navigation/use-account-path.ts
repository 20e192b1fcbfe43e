import { useSession } from '#client/features/accounts/session-context.tsx';

/** Returns the path of the login for visitors who are not logged in, else that of the account. */
export const useAccountPath = (): string => useSession(({ logged }) => (logged === false ? '/auth' : '/account'));
