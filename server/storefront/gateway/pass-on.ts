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
  'if-none-match',
  'range',
  'idempotency-key',
  // With the address it tells one visitor of the day from another.
  'user-agent',
] as const;

const ofBody = ['content-type', 'content-length'] as const;

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

/** What goes with a call besides its address. */
interface Sent {
  token?: string | undefined;
  body?: Buffer | IncomingMessage | null;
  /** Further headers of the caller; those that the gateway sets itself win. */
  headers?: Readonly<Record<string, string>>;
}

/**
 * Calls `path` of the API in the name of the visitor: site and language by the host, and the token where one is given.
 * Only a body that is given is passed on: what a visitor sends with a read never keeps a connection waiting for its end.
 */
export function passOn(
  { api, clientAddress }: PassOnParts,
  request: FastifyRequest,
  path: string,
  { token, body = null, headers: further = {} }: Sent = {},
) {
  const site = siteHostOf(request);
  const headers: Record<string, string> = {
    ...further,
    idsite: String(site.id),
    userlang: site.lang,
    'x-request-id': request.id,
    'x-client-address': clientAddress(request.raw),
    'x-site-origin': siteOrigin(site),
  };
  for (const name of body === null ? passedOn : [...passedOn, ...ofBody]) {
    const value = request.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  const method = request.method as Dispatcher.HttpMethod;
  return api.forward({ path, method, headers, body });
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
