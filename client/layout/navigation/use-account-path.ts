import { useSession } from '#client/features/accounts/session-context.tsx';

/** Where the way to one's account leads: to the log-in for those who are known not to be logged in. */
export const useAccountPath = (): string => useSession(({ logged }) => (logged === false ? '/auth' : '/account'));
