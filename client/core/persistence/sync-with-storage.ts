import type { PersistedStore } from './create-persisted-store.ts';

/**
 * Restores a store from local storage, and then applies the changes that other tabs make.
 * @param reset called when local storage has been cleared
 * @returns a function that ends the synchronisation
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
