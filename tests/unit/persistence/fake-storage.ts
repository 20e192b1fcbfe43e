import { vi } from 'vitest';

type StorageListener = (event: StorageEvent) => void;

export interface FakeStorage {
  entries: Map<string, string>;
  listeners: Set<StorageListener>;
  /**
   * Sends the event that tabs receive when another tab changes an entry; the key is `null` if all entries have been
   * removed.
   */
  dispatch(key: string | null): void;
}

/** Replaces `localStorage` and the `storage` event by a fake. */
export function stubStorage(): FakeStorage {
  const entries = new Map<string, string>();
  const listeners = new Set<StorageListener>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => void entries.set(name, value),
    removeItem: (name: string) => void entries.delete(name),
  });
  vi.stubGlobal('window', {
    addEventListener: (_: string, listener: StorageListener) => listeners.add(listener),
    removeEventListener: (_: string, listener: StorageListener) => listeners.delete(listener),
  });
  const dispatch = (key: string | null) => {
    for (const listener of listeners) listener({ key } as StorageEvent);
  };
  return { entries, listeners, dispatch };
}

/** Replaces `localStorage` by one that throws on every access. */
export function stubFailingStorage(): void {
  const fail = () => {
    throw new DOMException('quota exceeded', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { getItem: fail, setItem: fail, removeItem: fail });
}
