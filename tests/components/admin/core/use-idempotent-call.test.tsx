import { renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useIdempotentCall } from '#client/admin/core/use-idempotent-call.ts';
import { stubApi } from '#tests/components/stub-api.ts';

const params = { id: 7 };
type Send = (call: ReturnType<typeof useIdempotentCall>) => Promise<unknown>;
const note: Send = (call) => call('POST /admin/order/{id}/note', { params, body: { text: 'Rappeler' } });
const state: Send = (call) => call('PUT /admin/order/{id}/state', { params, body: { state: 'PAID' } });

/**
 * Sends calls one after another. `lost` is a call whose response does not arrive.
 * @returns the key of each call
 */
async function sendAll(sent: readonly { send: Send; answer: number | 'lost' | 'ok' }[]): Promise<unknown[]> {
  let answer: number | 'lost' | 'ok' = 'ok';
  const respond = () => {
    if (answer === 'lost') throw new TypeError('Failed to fetch');
    return answer === 'ok' ? { data: {} } : { status: answer, message: 'Refused.' };
  };
  const calls = stubApi({ 'POST /admin/order/7/note': respond, 'PUT /admin/order/7/state': respond });
  const { result } = renderHook(() => useIdempotentCall());
  for (const call of sent) {
    answer = call.answer;
    await call.send(result.current).catch(() => {});
  }
  return calls.map(({ idempotencyKey }) => idempotencyKey);
}

describe('the key of a call whose response was lost', () => {
  it.each([400, 401, 403, 404, 429, 500, 503])(
    'is sent again after a %i, which does not show the result of the first attempt',
    async (status) => {
      const [lost, refused, repeated, next] = await sendAll([
        { send: note, answer: 'lost' },
        { send: note, answer: status },
        { send: note, answer: 'ok' },
        { send: note, answer: 'ok' },
      ]);
      expect(lost).toEqual(expect.any(String));
      expect([refused, repeated]).toEqual([lost, lost]);
      expect(next).not.toBe(lost);
    },
  );

  it.each([409, 422])(
    'is followed by a new one after a %i, with which the API responds once it knows the key',
    async (status) => {
      const [lost, refused, next] = await sendAll([
        { send: note, answer: 'lost' },
        { send: note, answer: status },
        { send: note, answer: 'ok' },
      ]);
      expect(refused).toBe(lost);
      expect(next).not.toBe(lost);
    },
  );

  it('is sent again although another call of the same form had a response meanwhile', async () => {
    const [lost, other, repeated] = await sendAll([
      { send: note, answer: 'lost' },
      { send: state, answer: 'ok' },
      { send: note, answer: 'ok' },
    ]);
    expect(repeated).toBe(lost);
    expect(other).not.toBe(lost);
  });
});
