import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/** Returns `false` on the server and while hydrating, so that controls that need scripts can be disabled until then. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
