import { afterEach, expect, test, vi } from 'vitest';
import { sendFormOrThrow } from '#client/features/forms/use-form-submission.ts';

afterEach(() => vi.unstubAllGlobals());

const respond = (status: number, body: string) => vi.stubGlobal('fetch', async () => new Response(body, { status }));
const send = () => sendFormOrThrow('/forms/7/submit', new FormData(), null);

test('a form is sent if the API confirms it', async () => {
  respond(200, '{"success":true,"data":{},"message":""}');
  await expect(send()).resolves.toBeUndefined();
});

test.each([
  ['a successful response without the envelope of the API', 200, '<h1>Log in to the network</h1>', 502],
  ['a failed response without the envelope of the API', 504, '<h1>Timeout</h1>', 504],
  ['a failed response without data', 500, '{"success":false}', 500],
])('a form is rejected after %s', async (_, status, body, expected) => {
  respond(status, body);
  await expect(send()).rejects.toMatchObject({ status: expected, message: '', errors: {} });
});

test('a form is rejected with the errors of the API', async () => {
  respond(422, '{"success":false,"data":{"errors":{"email":"Check it."}},"message":"Check the form."}');
  const expected = { status: 422, message: 'Check the form.', errors: { email: 'Check it.' } };
  await expect(send()).rejects.toMatchObject(expected);
});

test('a form is rejected with 503 without a response', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(send()).rejects.toMatchObject({ status: 503, message: '' });
});
