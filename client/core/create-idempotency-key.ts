/**
 * Creates a random value of the header `Idempotency-Key` without `crypto.randomUUID`, which requires HTTPS or
 * localhost. A site in an intranet may have neither.
 */
export const createIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
