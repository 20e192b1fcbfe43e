import { createContext, useContext } from 'react';

export interface PageLocation {
  pathname: string;
  search: string;
  hash: string;
}

export interface NavigateOptions {
  replace?: boolean;
  /** `true` keeps the scroll position, for example when a filter of a list changes. */
  preventScrollReset?: boolean;
}

export interface Navigation {
  /** State of the router. It is `loading` from a click on a link until the next page has loaded. */
  state: 'idle' | 'loading' | 'submitting';
  /** Target of the navigation in progress. */
  location?: PageLocation;
  navigate: (to: string, options?: NavigateOptions) => void;
}

export const serverNavigation: Navigation = { state: 'idle', navigate: () => {} };

export const LocationContext = createContext<PageLocation>({ pathname: '/', search: '', hash: '' });
export const NavigationContext = createContext<Navigation>(serverNavigation);

export const useLocation = (): PageLocation => useContext(LocationContext);

export const useNavigationState = (): Pick<Navigation, 'state' | 'location'> => useContext(NavigationContext);

/**
 * Returns a function that navigates to a URL path, within the document if the router has loaded and the page needs no
 * new document. Plain `<a href>` links need no such call, because the router intercepts clicks on such links.
 */
export const useNavigate = (): Navigation['navigate'] => useContext(NavigationContext).navigate;

/**
 * Reads the token at the end of the current URL path, which a link in a mail contains; the empty string without one.
 * The token comes from the URL, so that the hydration data need not contain the secret.
 */
export const useLinkToken = (): string => {
  const { pathname } = useLocation();
  return /\/([\w-]{20,100})$/.exec(pathname)?.[1] ?? '';
};
