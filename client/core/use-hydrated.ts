import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/**
 * Returns `false` on the server and while hydrating, so that controls that need scripts are disabled until scripts run.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
