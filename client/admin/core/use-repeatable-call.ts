import { useCallback, useRef } from 'react';
import { type AdminCallOptions, callAdminApi } from './call-admin-api.ts';
import { createIdempotencyKey } from './idempotency-key.ts';

type RepeatableCall = <Data>(path: string, options: AdminCallOptions) => Promise<Data>;

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
  return useCallback(async <Data>(path: string, options: AdminCallOptions): Promise<Data> => {
    const name = JSON.stringify([options.method, path, options.query]);
    const idempotencyKey = keys.current.get(name) ?? createIdempotencyKey();
    keys.current.set(name, idempotencyKey);
    try {
      const data = await callAdminApi<Data>(path, { ...options, idempotencyKey });
      keys.current.delete(name);
      return data;
    } catch (error) {
      if (isKeyAnswered(error)) keys.current.delete(name);
      throw error;
    }
  }, []);
}
