/** The readable cookie `idSite` is set and removed together with the HttpOnly session cookie. */
export const hasSessionCookie = (): boolean => /(^|;\s*)idSite=\d/.test(document.cookie);
