import type { PersistedStore } from './create-persisted-store.ts';

/**
 * Restores a store from local storage and follows the changes that other tabs make.
 * @param reset runs when local storage has been emptied as a whole.
 * @returns a function that stops following.
 */
export function syncWithStorage<State, Persisted>(
  { persist }: PersistedStore<State, Persisted>,
  reset: () => void,
): () => void {
  void persist.rehydrate();
  const { name } = persist.getOptions();
  const onStorage = ({ key }: StorageEvent) => {
    if (key === name) void persist.rehydrate();
    else if (key === null) reset();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
