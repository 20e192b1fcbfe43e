/** Returns the part of a URL path that names a screen. Further parts name a view of the item, such as a tab. */
export const stripItemTabFromPath = (pathname: string): string => pathname.split('/').slice(0, 3).join('/');
