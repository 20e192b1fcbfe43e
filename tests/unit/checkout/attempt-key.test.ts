import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let kept: Map<string, string>;
/** As a page that has just been loaded. */
const freshPage = async () => {
  vi.resetModules();
  return import('#client/features/checkout/attempt-key.ts');
};

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a key is as the API wants it, and each order has another', async () => {
  const { attemptKey } = await freshPage();
  const keys = ['one', 'two', 'three'].map(attemptKey);
  for (const key of keys) expect(key).toMatch(/^[\w.:-]{8,128}$/);
  expect(new Set(keys).size).toBe(3);
});

test('the same order keeps its key, also after a reload', async () => {
  const key = (await freshPage()).attemptKey('order');
  const { attemptKey } = await freshPage();
  expect(attemptKey('order')).toBe(key);
  expect(attemptKey('order')).toBe(key);
});

test('after an order the same things have a new key', async () => {
  const { attemptKey, forgetAttempt } = await freshPage();
  const key = attemptKey('order');
  forgetAttempt();
  expect(attemptKey('order')).not.toBe(key);
});

test('where storage is refused, the key lives as long as the page', async () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  const { attemptKey, forgetAttempt } = await freshPage();
  const key = attemptKey('order');
  expect(attemptKey('order')).toBe(key);
  forgetAttempt();
  expect(attemptKey('order')).not.toBe(key);
});

test.each(['not JSON', '7', 'null', '{"body":"order"}', '[]'])('a damaged memory is no key: %s', async (memory) => {
  kept.set('cuvee-order-attempt', memory);
  const { attemptKey } = await freshPage();
  expect(attemptKey('order')).toMatch(/^[\w.:-]{8,128}$/);
});
