import type { IncomingMessage } from 'node:http';
import type { IsTrusted } from './trusted-proxies.ts';

const idPattern = /^[\w-]{1,64}$/;

/** Generates the request ids that connect the logs of storefront and API. An id from a trusted proxy is kept. */
export function createRequestIdGenerator(isTrusted: IsTrusted | null): (request: IncomingMessage) => string {
  const prefix = crypto.randomUUID().slice(0, 8);
  let count = 0;
  return (request) => {
    const incoming = isTrusted?.(request) ? request.headers['x-request-id'] : undefined;
    if (typeof incoming === 'string' && idPattern.test(incoming)) return incoming;
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}
