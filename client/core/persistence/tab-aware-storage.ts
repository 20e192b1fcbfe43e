import type { PersistStorage } from 'zustand/middleware';
import { safeLocalStorage } from './safe-local-storage.ts';

export interface TabAwareStorage<Persisted> extends PersistStorage<Persisted, void> {
  /** True if the entry has been changed by another tab since it was last read or written here. */
  hasForeignChange(): boolean;
}

/** Local storage of one entry that detects changes by other tabs, also before their `storage` events arrive. */
export function createTabAwareStorage<Persisted>(name: string): TabAwareStorage<Persisted> {
  let known: string | null | undefined;
  const read = () => safeLocalStorage.getItem(name);
  return {
    getItem: () => {
      known = read();
      return JSON.parse(known ?? 'null');
    },
    setItem: (_, value) => {
      safeLocalStorage.setItem(name, JSON.stringify(value));
      // Differs from `value` if storage is full, and must not count as a change by another tab then.
      known = read();
    },
    // Reads like an absent entry.
    removeItem: () => safeLocalStorage.setItem(name, 'null'),
    hasForeignChange: () => known !== undefined && known !== read(),
  };
}
