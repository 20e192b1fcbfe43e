import type { StubResponse } from './stub-api.ts';

/**
 * Creates a response that the stubbed API sends once `release` is called, so that a test can examine the page before.
 */
export function holdResponse(response: StubResponse) {
  const { promise, resolve } = Promise.withResolvers<StubResponse>();
  return { respond: () => promise, release: () => resolve(response) };
}
