/**
 * Creates a value of the header `Idempotency-Key`. `crypto.randomUUID` requires HTTPS or localhost, which a site in an
 * intranet may not have.
 */
export const createIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
