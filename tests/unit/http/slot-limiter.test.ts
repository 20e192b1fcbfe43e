import { describe, expect, it } from 'vitest';
import { type ConcurrencySlotLimits, createConcurrencySlotLimiter } from '#server/http/slot-limiter.ts';

type Client = [siteId: number, network: string];

describe('createConcurrencySlotLimiter', () => {
  it.each<[string, ConcurrencySlotLimits, (n: number) => Client, Client]>([
    ['a network', { total: 9, perSite: 9, perNetwork: 2 }, () => [40, 'a'], [41, 'b']],
    ['a site', { total: 9, perSite: 2, perNetwork: 9 }, (n) => [40, `n${n}`], [41, 'b']],
  ])('limits %s and leaves slots for others', (_, limits, client, other) => {
    const shares = createConcurrencySlotLimiter(limits);
    const first = shares.tryAcquire(...client(1));
    expect(shares.tryAcquire(...client(2))).not.toBeNull();
    expect(shares.tryAcquire(...client(3))).toBeNull();
    expect(shares.tryAcquire(...other)).not.toBeNull();
    first?.();
    expect(shares.tryAcquire(...client(4))).not.toBeNull();
  });

  it('limits the total', () => {
    const shares = createConcurrencySlotLimiter({ total: 1, perSite: 9, perNetwork: 9 });
    expect(shares.tryAcquire(40, 'a')).not.toBeNull();
    expect(shares.tryAcquire(41, 'b')).toBeNull();
  });

  it('frees a slot once, however often it is released', () => {
    const shares = createConcurrencySlotLimiter({ total: 1, perSite: 1, perNetwork: 1 });
    const release = shares.tryAcquire(40, 'a');
    release?.();
    release?.();
    expect(shares.tryAcquire(40, 'a')).not.toBeNull();
    expect(shares.tryAcquire(40, 'a')).toBeNull();
  });
});
