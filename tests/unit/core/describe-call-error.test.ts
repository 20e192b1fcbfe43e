import { describe, expect, test } from 'vitest';
import { ApiCallError } from '#client/core/call-api.ts';
import { describeCallError } from '#client/core/describe-call-error.ts';

const t = (key: string) => `text of ${key}`;

describe('describeCallError', () => {
  test('returns the message of the API', () => {
    expect(describeCallError(new ApiCallError(422, 'This code has expired.'), t)).toBe('This code has expired.');
  });

  test.each([
    [undefined, 'text of site.error.503.text'],
    ['checkout.shipping.failed', 'text of checkout.shipping.failed'],
  ] as const)('returns the fallback %s if the API sent no message', (fallback, expected) => {
    expect(describeCallError(new ApiCallError(503, ''), t, fallback)).toBe(expected);
  });

  test('throws an error that is no failed call', () => {
    const error = new TypeError('x is undefined');
    expect(() => describeCallError(error, t)).toThrow(error);
  });
});
