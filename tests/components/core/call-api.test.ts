import { afterEach, describe, expect, test, vi } from 'vitest';
import { callApi } from '#client/core/call-api.ts';

afterEach(() => vi.unstubAllGlobals());

const respond = (status: number, body: string) => vi.stubGlobal('fetch', async () => new Response(body, { status }));

describe('callApi', () => {
  test.each([
    [
      'the message of the API',
      '{"success":false,"data":{},"message":"Something went wrong."}',
      'Something went wrong.',
    ],
    ['no message for an HTML page of a proxy', '<h1>Bad gateway</h1>', ''],
    ['no message for JSON of a proxy', '{"message":"upstream 10.0.0.7 refused"}', ''],
    ['no message for JSON that is no object', '"upstream refused"', ''],
  ])('rejects a failed call with %s', async (_, body, message) => {
    respond(502, body);
    await expect(callApi('GET /logged')).rejects.toMatchObject({ status: 502, message, visitorMessage: message });
  });

  test('rejects a call without a response with an empty message', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('refused by 10.0.0.7')));
    await expect(callApi('GET /logged')).rejects.toMatchObject({ status: 503, message: '', visitorMessage: '' });
  });
});
