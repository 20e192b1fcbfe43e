import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ServiceDetail } from '#shared/services/services-contract.ts';

interface ServiceState {
  /** The service that was loaded last; null while another one is loading. */
  service: ServiceDetail | null;
  /** Loads the service with this id, unless it is the current one. The current service is cleared first. */
  load(id: number): Promise<void>;
  /** Discards the service, for example after a log-out. */
  clear(): void;
}

export type ShownServiceStore = StoreApi<ServiceState>;

/**
 * Creates the store of the service that a page shows.
 * @param read rejects if the service cannot be read
 */
export function createShownServiceStore(read: (id: number) => Promise<ServiceDetail>): ShownServiceStore {
  let requestedId: number | null = null;
  return createStore<ServiceState>()((set, get) => ({
    service: null,
    load: async (id) => {
      requestedId = id;
      if (get().service?.id === id) return;
      set({ service: null });
      const service = await read(id);
      // Another service may have been requested meanwhile.
      if (requestedId === id) set({ service });
    },
    clear: () => {
      requestedId = null;
      set({ service: null });
    },
  }));
}
