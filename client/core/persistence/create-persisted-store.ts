import { type PersistStorage, persist } from 'zustand/middleware';
import { createStore, type Mutate, type StateCreator, type StoreApi } from 'zustand/vanilla';
import { safeJsonTextStorage } from './safe-json-text-storage.ts';
import * as is from './value-checks.ts';

export type PersistedStore<State, Persisted> = Mutate<StoreApi<State>, [['zustand/persist', Persisted]]>;

interface ChangeDetectingStorage<Persisted> extends PersistStorage<Persisted, void> {
  /** True if another tab has changed the entry since this tab last read or wrote it. */
  hasForeignChange(): boolean;
}

/**
 * Creates the storage of one entry of local storage. The storage detects changes by other tabs, even before the
 * `storage` events of these changes arrive.
 */
function createChangeDetectingStorage<Persisted>(name: string): ChangeDetectingStorage<Persisted> {
  let known: string | null | undefined;
  const read = () => safeJsonTextStorage.getItem(name);
  return {
    getItem: () => {
      known = read();
      return JSON.parse(known ?? 'null');
    },
    setItem: (_, value) => {
      safeJsonTextStorage.setItem(name, JSON.stringify(value));
      // The entry is read back, because it differs from `value` if storage is full. That must not count as a change by
      // another tab.
      known = read();
    },
    // The entry is set to `null` instead of removed. `getItem` returns `null` for both.
    removeItem: () => safeJsonTextStorage.setItem(name, 'null'),
    hasForeignChange: () => known !== undefined && known !== read(),
  };
}

interface PersistedStoreOptions<State, Persisted> {
  /** Name of the entry in local storage. */
  name: string;
  /** Version of the entry's format. An entry of another version is discarded. */
  version: number;
  empty: Persisted;
  partialize: (state: State) => Persisted;
  /** Converts a value from local storage, which another version or another program may have written. */
  restore: (stored: unknown) => Persisted;
}

/**
 * Creates a state store that is kept in local storage. Each change writes the whole entry, so the store first applies
 * the changes that other tabs have written. Otherwise the write would undo changes that this tab has not yet received.
 */
export function createPersistedStore<State extends { isRestored: boolean }, Persisted>(
  createState: StateCreator<State>,
  { name, version, empty, partialize, restore }: PersistedStoreOptions<State, Persisted>,
): PersistedStore<State, Persisted> {
  // On the server the state is not persisted: there is no storage, and Zustand would throw and catch an error for each
  // render.
  if (!('localStorage' in globalThis)) return createStore(createState) as PersistedStore<State, Persisted>;
  const storage = createChangeDetectingStorage<Persisted>(name);
  const store: PersistedStore<State, Persisted> = createStore<State>()(
    persist<State, [], [], Persisted>(
      (set, get, api) => {
        const setLatest = (partial: State | Partial<State> | ((state: State) => State | Partial<State>)) => {
          if (storage.hasForeignChange()) void store.persist.rehydrate();
          set(partial);
        };
        return createState(setLatest as typeof set, get, api);
      },
      {
        name,
        version,
        partialize,
        storage,
        // The browser's first render must be equal to the server's page.
        skipHydration: true,
        migrate: () => empty,
        // Without an entry the current state is kept, because full or blocked storage must not empty the store.
        merge: (stored, current) => ({
          ...current,
          ...(stored === undefined ? undefined : restore(stored)),
          isRestored: true,
        }),
      },
    ),
  );
  return store;
}

/**
 * Copies the fields of `stored` that pass their check into a copy of `initial`. Fields that fail their check keep the
 * initial value.
 */
export function restoreValidFields<Value extends object>(
  stored: unknown,
  checks: Readonly<Partial<Record<keyof Value, is.ValueCheck>>>,
  initial: Value,
): Value {
  if (!is.objectOf({})(stored)) return initial;
  const fields = stored as Record<string, unknown>;
  const valid = Object.entries<is.ValueCheck | undefined>(checks).filter(([name, check]) => check?.(fields[name]));
  return { ...initial, ...Object.fromEntries(valid.map(([name]) => [name, fields[name]])) };
}
