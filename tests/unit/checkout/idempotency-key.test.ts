import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

let entries: Map<string, string>;
/** Imports the module anew, as loading a page does, so that its memory is empty. */
const loadModule = async () => {
  vi.resetModules();
  return import('#client/features/checkout/page/idempotency-key.ts');
};

beforeEach(() => {
  entries = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => void entries.set(name, value),
    removeItem: (name: string) => void entries.delete(name),
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('getOrderKey', () => {
  test('returns a key that the API accepts, another for each order', async () => {
    const { getOrderKey } = await loadModule();
    const keys = ['one', 'two', 'three'].map(getOrderKey);
    for (const key of keys) expect(key).toMatch(/^[\w.:-]{8,128}$/);
    expect(new Set(keys).size).toBe(3);
  });

  test('returns the same key for the same order, also after a reload', async () => {
    const key = (await loadModule()).getOrderKey('order');
    const { getOrderKey } = await loadModule();
    expect(getOrderKey('order')).toBe(key);
    expect(getOrderKey('order')).toBe(key);
  });

  test('returns a new key for the same order after discardOrderIdempotencyKey', async () => {
    const { getOrderKey, discardOrderIdempotencyKey } = await loadModule();
    const key = getOrderKey('order');
    discardOrderIdempotencyKey();
    expect(getOrderKey('order')).not.toBe(key);
  });

  test('keeps the key as long as the page if storage is unavailable', async () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
    const { getOrderKey, discardOrderIdempotencyKey } = await loadModule();
    const key = getOrderKey('order');
    expect(getOrderKey('order')).toBe(key);
    discardOrderIdempotencyKey();
    expect(getOrderKey('order')).not.toBe(key);
  });

  test('keeps the key of the present order if storage is full and contains an earlier one', async () => {
    (await loadModule()).getOrderKey('earlier order');
    vi.stubGlobal('sessionStorage', {
      ...sessionStorage,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
    const { getOrderKey } = await loadModule();
    const key = getOrderKey('order');
    expect(getOrderKey('order')).toBe(key);
  });

  test.each(['not JSON', '7', 'null', '{"body":"order"}', '[]'])(
    'returns a new key if the stored attempt is %s',
    async (stored) => {
      entries.set('cuvee-order-attempt', stored);
      const { getOrderKey } = await loadModule();
      expect(getOrderKey('order')).toMatch(/^[\w.:-]{8,128}$/);
    },
  );
});
