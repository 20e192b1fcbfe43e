import { useSession } from '#client/features/accounts/session.tsx';

/** Returns the URL path of the log-in page if the visitor is known to be logged out, otherwise of the account page. */
export const useAccountPath = (): string =>
  useSession(({ isLoggedIn }) => (isLoggedIn === false ? '/auth' : '/account'));
