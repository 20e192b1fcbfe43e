import type { StateStorage } from 'zustand/middleware';
import { safeLocalStorage } from './safe-local-storage.ts';

export interface TabAwareStorage extends StateStorage<void> {
  /** True if an entry that was read before has been changed by another tab. */
  hasForeignChange(name: string): boolean;
}

/** Local storage that detects changes by other tabs, also before their `storage` events arrive. */
export function createTabAwareStorage(): TabAwareStorage {
  const known = new Map<string, string | null>();
  return {
    getItem: (name) => {
      const text = safeLocalStorage.getItem(name);
      known.set(name, text);
      return text;
    },
    setItem: (name, value) => {
      safeLocalStorage.setItem(name, value);
      // Differs from `value` if storage is full, and must not count as a change by another tab then.
      known.set(name, safeLocalStorage.getItem(name));
    },
    removeItem: (name) => {
      safeLocalStorage.removeItem(name);
      known.set(name, safeLocalStorage.getItem(name));
    },
    hasForeignChange: (name) => known.has(name) && known.get(name) !== safeLocalStorage.getItem(name),
  };
}
