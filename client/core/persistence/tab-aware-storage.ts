import type { StateStorage } from 'zustand/middleware';
import { safeLocalStorage } from './safe-local-storage.ts';

export interface TabAwareStorage extends StateStorage<void> {
  /** True if the entry has been changed by another tab since it was last read or written here. */
  hasForeignChange(): boolean;
}

/** Local storage of one entry that detects changes by other tabs, also before their `storage` events arrive. */
export function createTabAwareStorage(name: string): TabAwareStorage {
  let known: string | null | undefined;
  const read = () => safeLocalStorage.getItem(name);
  return {
    getItem: () => {
      known = read();
      return known;
    },
    setItem: (_, value) => {
      safeLocalStorage.setItem(name, value);
      // Differs from `value` if storage is full, and must not count as a change by another tab then.
      known = read();
    },
    removeItem: safeLocalStorage.removeItem,
    hasForeignChange: () => known !== undefined && known !== read(),
  };
}
