import { useCallback, useRef } from 'react';
import { createIdempotencyKey } from '#client/core/create-idempotency-key.ts';
import { type AdminCallInput, type AdminCallName, type AdminResponseData, callAdminApi } from './call-admin-api.ts';

type IdempotentCall = <N extends AdminCallName>(name: N, input: AdminCallInput<N>) => Promise<AdminResponseData<N>>;

/**
 * Checks whether the API refused the call after looking up the Idempotency-Key. It is then known whether an earlier
 * attempt succeeded, so the next one gets a new key. Other refusals, such as those of an ended session, a rate limit or
 * a malformed body, precede the look-up. The next attempt then reuses the key, as an earlier one may have succeeded.
 */
const isKeyAnswered = (error: unknown): boolean => [409, 422].includes((error as { status?: number }).status ?? 0);

/**
 * Returns `callAdminApi` for the calls of one form. A call whose response was lost is repeated with its
 * Idempotency-Key, so that it has no second effect; a completed call is followed by a new key. Each path with its query
 * has a separate key, because the outcome of one call says nothing about another.
 */
export function useIdempotentCall(): IdempotentCall {
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
