/** Returns the part of a URL path that names a screen. Further parts name a tab of a form. */
export const extractScreenPath = (pathname: string): string => pathname.split('/').slice(0, 3).join('/');
