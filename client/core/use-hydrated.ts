import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Whether scripts have taken over: what only they can do waits for that. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
