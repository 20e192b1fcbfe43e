/**
 * Creates a function that returns the `Idempotency-Key` of a body. The key is the same while the body is unchanged, so
 * that a call whose response was lost can be repeated.
 */
export function createIdempotencyKeyProvider(): (body: string) => string {
  let last = { body: '', key: '' };
  return (body) => {
    if (last.body !== body) last = { body, key: randomKey() };
    return last.key;
  };
}

/** Creates a random key without `crypto.randomUUID`, which requires HTTPS or localhost. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
