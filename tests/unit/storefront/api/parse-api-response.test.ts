import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseApiResponse } from '#server/storefront/api/parse-api-response.ts';

const failureOf = (status: number, text: string) => {
  try {
    parseApiResponse('GET /product', z.object({}), status, text);
    return null;
  } catch (error) {
    return error;
  }
};
const envelope = (message: string) => JSON.stringify({ success: false, data: {}, message });

describe('parseApiResponse', () => {
  it.each([
    ['a refusal of the API', 404, envelope('There is no such product.'), 404, 'There is no such product.'],
    ['a failure of the API', 500, envelope('Something went wrong.'), 503, 'Something went wrong.'],
    ['an overload of the API', 503, envelope('Please try again shortly.'), 503, 'Please try again shortly.'],
    ['too many calls of the storefront', 429, envelope('Too many requests.'), 503, ''],
    ['an HTML page of a proxy', 502, '<h1>Bad gateway</h1>', 503, ''],
    ['a JSON message of a proxy', 502, '{"message":"upstream 10.0.0.7 refused"}', 503, ''],
    ['data that violate the contract', 200, '{"success":true,"data":7,"message":""}', 503, ''],
  ])('throws for %s with the visitor’s message', (_, status, text, thrownStatus, visitorMessage) => {
    expect(failureOf(status, text)).toMatchObject({ name: 'ApiReadError', status: thrownStatus, visitorMessage });
  });
});
