import { vi } from 'vitest';

type StorageListener = (event: StorageEvent) => void;

export interface FakeStorage {
  entries: Map<string, string>;
  listeners: Set<StorageListener>;
  /** Sends the event that other tabs receive when an entry changes; `null` when all entries are removed. */
  dispatch(key: string | null): void;
}

/** Stubs `localStorage` and the `storage` event. */
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

/** Stubs a `localStorage` that throws on every access. */
export function refuseStorage(): void {
  const refuse = () => {
    throw new DOMException('no room', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
}
