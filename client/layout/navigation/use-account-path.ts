import { useSession } from '#client/features/accounts/session-context.tsx';

/** Returns the URL path of the account page, or that of the log-in page for visitors who are not logged in. */
export const useAccountPath = (): string =>
  useSession(({ isLoggedIn }) => (isLoggedIn === false ? '/auth' : '/account'));
