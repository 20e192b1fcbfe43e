import type { IncomingMessage } from 'node:http';
import type { IsFromTrustedProxy } from './trusted-proxies.ts';

const idPattern = /^[\w-]{1,64}$/;

/** Returns a generator of ids that no other process uses. */
export function createUniqueIdGenerator(): () => string {
  const prefix = crypto.randomUUID().slice(0, 8);
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}

/** Returns the id that a trusted proxy sent. */
export const acceptTrustedRequestId = (
  header: string | string[] | undefined,
  request: IncomingMessage,
  isTrusted: IsFromTrustedProxy | null,
): string | undefined =>
  typeof header === 'string' && isTrusted?.(request) && idPattern.test(header) ? header : undefined;

/** Generates the request ids that connect the logs of storefront and API. An id from a trusted proxy is kept. */
export const createRequestIdGenerator =
  (isTrusted: IsFromTrustedProxy | null, createRequestId: () => string) =>
  (request: IncomingMessage): string =>
    (isTrusted ? acceptTrustedRequestId(request.headers['x-request-id'], request, isTrusted) : undefined) ??
    createRequestId();
