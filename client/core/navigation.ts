import { createContext, useContext } from 'react';

/** The address that is shown. */
export interface PageLocation {
  pathname: string;
  search: string;
  hash: string;
}

export interface NavigateOptions {
  replace?: boolean;
  /** Leaves the page where it is scrolled to, as for a filter of a list. */
  preventScrollReset?: boolean;
}

export interface Navigation {
  /** `loading` from a click until the next page is there. */
  state: 'idle' | 'loading' | 'submitting';
  /** Where to, while it is on its way. */
  location?: PageLocation;
  navigate: (to: string, options?: NavigateOptions) => void;
}

/** What is shown before a browser has taken over. */
export const noNavigation: Navigation = { state: 'idle', navigate: () => {} };

export const LocationContext = createContext<PageLocation>({ pathname: '/', search: '', hash: '' });
export const NavigationContext = createContext<Navigation>(noNavigation);

export const useLocation = (): PageLocation => useContext(LocationContext);

/** Whether another page is on its way. */
export const useNavigation = (): Pick<Navigation, 'state' | 'location'> => useContext(NavigationContext);

/** Goes to another page of the site without loading the document again. Links are plain `<a href>` and need none of this. */
export const useNavigate = (): Navigation['navigate'] => useContext(NavigationContext).navigate;

/** The secret at the end of the address that a mail's link leads to: it is in the address alone, in no document. */
export const useLinkToken = (): string => {
  const { pathname } = useLocation();
  return /\/([\w-]{20,100})$/.exec(pathname)?.[1] ?? '';
};
