import { createIdempotencyKey } from '#client/core/create-idempotency-key.ts';

/**
 * Creates a function that returns the `Idempotency-Key` of a body. The key is the same while the body is unchanged, so
 * that a call whose response was lost can be repeated.
 */
export function createIdempotencyKeyProvider(): (body: string) => string {
  let last = { body: '', key: '' };
  return (body) => {
    if (last.body !== body) last = { body, key: createIdempotencyKey() };
    return last.key;
  };
}
