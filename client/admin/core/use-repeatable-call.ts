import { useCallback, useRef } from 'react';
import { createIdempotencyKey } from '#client/core/create-idempotency-key.ts';
import { type AdminCallData, type AdminCallInput, type AdminCallName, callAdminApi } from './call-admin-api.ts';

type RepeatableCall = <N extends AdminCallName>(name: N, input: AdminCallInput<N>) => Promise<AdminCallData<N>>;

/**
 * True if the API has refused the call after it looked up the key, so that no earlier attempt is left unanswered. Other
 * refusals, such as those of an ended session, a rate limit or a malformed body, come before that and say nothing about
 * an earlier attempt. A kept key is safe to reuse, because a refused change does not consume it.
 */
const isKeyAnswered = (error: unknown): boolean => [409, 422].includes((error as { status?: number }).status ?? 0);

/**
 * Returns `callAdminApi` for the calls of one form. A call whose answer was lost is repeated with its Idempotency-Key,
 * so that it changes nothing a second time; an answered one is followed by a new key. Each path with its query has a
 * key of its own, so that the answer to one call says nothing about another.
 */
export function useRepeatableCall(): RepeatableCall {
  const keys = useRef(new Map<string, string>());
  return useCallback(async (name, input) => {
    const call = JSON.stringify([name, input.params, input.query]);
    const idempotencyKey = keys.current.get(call) ?? createIdempotencyKey();
    keys.current.set(call, idempotencyKey);
    try {
      const data = await callAdminApi(name, { ...input, idempotencyKey });
      keys.current.delete(call);
      return data;
    } catch (error) {
      if (isKeyAnswered(error)) keys.current.delete(call);
      throw error;
    }
  }, []);
}
