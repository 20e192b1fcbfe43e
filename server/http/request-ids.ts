import type { IncomingMessage } from 'node:http';
import type { IsTrusted } from './trusted-proxies.ts';

const idForm = /^[\w-]{1,64}$/;

/** Ids by which a visit is found in the logs of storefront and API: a trusted proxy's own, else new ones. */
export function createRequestIdGenerator(isTrusted: IsTrusted | null): (request: IncomingMessage) => string {
  const start = crypto.randomUUID().slice(0, 8);
  let count = 0;
  return (request) => {
    const given = isTrusted?.(request) ? request.headers['x-request-id'] : undefined;
    if (typeof given === 'string' && idForm.test(given)) return given;
    count += 1;
    return `${start}-${count.toString(36)}`;
  };
}
