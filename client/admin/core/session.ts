/** Name of the event that the panel sends when a call shows that the session has ended. */
export const sessionEndedEvent = 'admin-session-ended';

/** Builds the URL path of the log-in page that returns to `path` after the log-in. */
export const buildLoginPath = (path: string): string => `/auth?return=${encodeURIComponent(path)}`;

/** Opens the dialog to log in again if a call failed because the session has ended. */
export function reportIfSessionEnded({ status }: { status?: number }): void {
  if (status === 401) window.dispatchEvent(new Event(sessionEndedEvent));
}
