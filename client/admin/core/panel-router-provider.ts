import { useCallback } from 'react';
import { type RouterNavigateFunction, type RouterProvider, reactRouterProvider } from 'react-admin';
import { adminPath } from '#shared/admin/admin-config.ts';

/** Returns whether a target of a navigation changes the query string of the current screen only. */
const isSearchOnly = (to: unknown): boolean =>
  typeof to === 'object' && to !== null && 'search' in to && !('pathname' in to);

const trimSlash = (path: string): string => path.replace(/\/$/, '');

/**
 * Returns react-router's `navigate`, which however ignores changes of the query string of a screen that the user has
 * already left. A list writes a search into its URL half a second after the last key. If the user opens an item within
 * that time, and the code of the item's screen is still loading, the list would otherwise be shown again.
 */
function usePanelNavigate(): RouterNavigateFunction {
  const navigate = reactRouterProvider.useNavigate();
  const { pathname } = reactRouterProvider.useLocation();
  return useCallback<RouterNavigateFunction>(
    (to, options) => {
      if (isSearchOnly(to) && trimSlash(`${adminPath}${pathname}`) !== trimSlash(window.location.pathname)) return;
      navigate(to, options);
    },
    [navigate, pathname],
  );
}

/** The router of the panel: react-router, with the navigation above. */
export const panelRouterProvider: RouterProvider = { ...reactRouterProvider, useNavigate: usePanelNavigate };
