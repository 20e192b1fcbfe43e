/** Name of the event that the panel sends when a call shows that the session has ended. */
export const sessionEndedEvent = 'admin-session-ended';

/** URL path of the log-in page that returns to `path` after the log-in. */
export const buildLoginPath = (path: string): string => `/auth?return=${encodeURIComponent(path)}`;
