import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import type { ApiClient } from '../api-client.ts';
import type { SiteHost } from '../sites/host-index.ts';
import { siteHostOf } from '../sites/site-by-host.ts';

export interface PassOnParts {
  api: ApiClient;
  clientAddress: (request: IncomingMessage) => string;
}

/** What of a browser's headers reaches the API. Everything else, such as a site id or an address, is said by us. */
const passedOn = [
  'accept',
  'content-type',
  'content-length',
  'if-none-match',
  'range',
  'idempotency-key',
  // With the address it tells one visitor of the day from another.
  'user-agent',
] as const;

/** What of the API's headers reaches the browser. */
const passedBack = [
  'content-type',
  'content-length',
  'content-range',
  'accept-ranges',
  'content-disposition',
  'cache-control',
  'etag',
  'last-modified',
  'retry-after',
  'content-security-policy',
] as const;

/** Calls `path` of the API in the name of the visitor: site and language by the host, and the token where one is given. */
export function passOn(
  { api, clientAddress }: PassOnParts,
  request: FastifyRequest,
  path: string,
  token?: string | undefined,
) {
  const site = siteHostOf(request);
  const headers: Record<string, string> = {
    idsite: String(site.id),
    userlang: site.lang,
    'x-request-id': request.id,
    'x-client-address': clientAddress(request.raw),
    'x-site-origin': siteOrigin(site),
  };
  for (const name of passedOn) {
    const value = request.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  const method = request.method as Dispatcher.HttpMethod;
  const hasBody = headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined;
  return api.forward({ path, method, headers, body: hasBody ? request.raw : null });
}

/** Where the visitor sees the site: links in mails lead back there. */
export const siteOrigin = ({ lang, rendered }: SiteHost): string =>
  rendered.alternates.find((alternate) => alternate.lang === lang)?.href ?? rendered.origin;

/** Sets status and headers of the API's answer on ours. */
export function passBackHead(reply: FastifyReply, { statusCode, headers }: Dispatcher.ResponseData): void {
  reply.code(statusCode).header('x-content-type-options', 'nosniff');
  for (const name of passedBack) {
    const value = headers[name];
    if (value !== undefined) reply.header(name, value);
  }
}
