/**
 * Checks for the readable cookie `idSite`, which the server sets and removes together with the HttpOnly session cookie.
 */
export const hasSessionCookie = (): boolean => /(^|;\s*)idSite=\d/.test(document.cookie);
