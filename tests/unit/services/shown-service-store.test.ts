import { describe, expect, it, vi } from 'vitest';
import { createShownServiceStore } from '#client/features/services/ServicePage.tsx';
import type { ServiceDetail } from '#shared/services/services-contract.ts';

const service = (id: number) => ({ id, title: `Service ${id}` }) as ServiceDetail;

describe('createShownServiceStore', () => {
  it('reuses the current service if the id matches, otherwise clears it and loads', async () => {
    const read = vi.fn(async (id: number) => service(id));
    const store = createShownServiceStore(read);
    await store.getState().load(1);
    await store.getState().load(1);
    expect(read).toHaveBeenCalledTimes(1);
    const loading = store.getState().load(2);
    expect(store.getState().service).toBeNull();
    await loading;
    expect(store.getState().service?.id).toBe(2);
  });

  it('ignores a service that arrives after another one was requested', async () => {
    const first = Promise.withResolvers<ServiceDetail>();
    const store = createShownServiceStore((id) => (id === 1 ? first.promise : Promise.resolve(service(id))));
    const slow = store.getState().load(1);
    await store.getState().load(2);
    first.resolve(service(1));
    await slow;
    expect(store.getState().service?.id).toBe(2);
  });

  it('loads again after it was cleared', async () => {
    const read = vi.fn(async (id: number) => service(id));
    const store = createShownServiceStore(read);
    await store.getState().load(1);
    store.getState().clear();
    expect(store.getState().service).toBeNull();
    await store.getState().load(1);
    expect(read).toHaveBeenCalledTimes(2);
  });
});
