import type { IncomingMessage } from 'node:http';
import type { IsFromTrustedProxy } from './trusted-proxies.ts';

const idPattern = /^[\w-]{1,64}$/;

/** Creates a generator of ids that are unique over all processes. */
export function createUniqueIdGenerator(): () => string {
  const prefix = crypto.randomUUID().slice(0, 8);
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}

/** Returns the request id in a header if a trusted proxy has sent it. */
export const getRequestIdIfTrusted = (
  header: string | string[] | undefined,
  request: IncomingMessage,
  isTrusted: IsFromTrustedProxy | null,
): string | undefined =>
  typeof header === 'string' && isTrusted?.(request) && idPattern.test(header) ? header : undefined;

/** An id that a trusted proxy sends is kept. */
export const createRequestIdGenerator =
  (isTrusted: IsFromTrustedProxy | null, createRequestId: () => string) =>
  (request: IncomingMessage): string =>
    (isTrusted ? getRequestIdIfTrusted(request.headers['x-request-id'], request, isTrusted) : undefined) ??
    createRequestId();
