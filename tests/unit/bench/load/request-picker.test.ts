import { describe, expect, it } from 'vitest';
import { createRequestPicker } from '../../../../bench/load/request-picker.ts';

const paths = (...names: string[]) => names.map((path) => ({ path, headers: {} }));

describe('createRequestPicker', () => {
  it('returns the requests in turn by default', () => {
    const pick = createRequestPicker({ requests: paths('/a', '/b') });
    expect([pick(), pick(), pick()].map(({ path }) => path)).toEqual(['/a', '/b', '/a']);
  });

  it('draws from all requests at random, in the same order in each run', () => {
    const requests = paths('/a', '/b', '/c', '/d');
    const draw = () => {
      const pick = createRequestPicker({ requests, order: 'random' });
      return Array.from({ length: 400 }, () => pick().path);
    };
    const drawn = draw();
    expect(drawn).toEqual(draw());
    for (const { path } of requests) expect(drawn.filter((other) => other === path).length).toBeGreaterThan(60);
  });

  it('refuses a plan without requests', () => {
    expect(createRequestPicker({ requests: [] })).toThrow('contains no requests');
  });
});
