import { type PersistOptions, persist } from 'zustand/middleware';
import { createStore, type Mutate, type StateCreator, type StoreApi } from 'zustand/vanilla';
import { createChangeDetectingStorage } from './change-detecting-storage.ts';

export type PersistedStore<State, Persisted> = Mutate<StoreApi<State>, [['zustand/persist', Persisted]]>;

/**
 * Creates a state store that is kept in local storage. Each change writes the whole entry, so the store first applies
 * the changes that other tabs have written. Otherwise the write would undo changes that this tab has not yet received.
 */
export function createPersistedStore<State, Persisted>(
  createState: StateCreator<State>,
  options: Omit<PersistOptions<State, Persisted>, 'storage'>,
): PersistedStore<State, Persisted> {
  // On the server the state is not persisted: there is no storage, and Zustand would throw and catch an error for each
  // render.
  if (!('localStorage' in globalThis)) return createStore(createState) as PersistedStore<State, Persisted>;
  const storage = createChangeDetectingStorage<Persisted>(options.name);
  const store: PersistedStore<State, Persisted> = createStore<State>()(
    persist<State, [], [], Persisted>(
      (set, get, api) => {
        const setLatest = (partial: State | Partial<State> | ((state: State) => State | Partial<State>)) => {
          if (storage.hasForeignChange()) void store.persist.rehydrate();
          set(partial);
        };
        return createState(setLatest as typeof set, get, api);
      },
      { ...options, storage },
    ),
  );
  return store;
}
