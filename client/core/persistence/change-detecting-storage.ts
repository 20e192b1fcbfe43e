import type { PersistStorage } from 'zustand/middleware';
import { safeJsonTextStorage } from './safe-json-text-storage.ts';

export interface ChangeDetectingStorage<Persisted> extends PersistStorage<Persisted, void> {
  /** True if another tab has changed the entry since this tab last read or wrote it. */
  hasForeignChange(): boolean;
}

/**
 * Creates the storage of one entry of local storage. The storage detects changes by other tabs, even before the
 * `storage` events of these changes arrive.
 */
export function createChangeDetectingStorage<Persisted>(name: string): ChangeDetectingStorage<Persisted> {
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
