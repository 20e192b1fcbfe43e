import { describe, expect, test } from 'vitest';
import { buildApiUrl } from '#client/core/build-api-url.ts';

describe('buildApiUrl', () => {
  test.each([
    ['the path of a call', buildApiUrl('POST /admin/image'), '/api/admin/image'],
    ['its parameters', buildApiUrl('POST /forms/{id}/submit', { params: { id: 7 } }), '/api/forms/7/submit'],
    [
      'its query',
      buildApiUrl('GET /admin/order/packing-list', { query: { ids: '3,4' } }),
      '/api/admin/order/packing-list?ids=3%2C4',
    ],
  ])('returns %s below the base path of the API', (_, url, expected) => expect(url).toBe(expected));

  test('accepts only names of the contract, with their parameters', () => {
    // @ts-expect-error The contract has no such call.
    expect(buildApiUrl('GET /unknown')).toBe('/api/unknown');
    // @ts-expect-error The call has a parameter.
    expect(() => buildApiUrl('GET /admin/order/{id}/packing-list')).not.toThrow();
  });
});
