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
  // Of the API's description.
  'location',
  'x-robots-tag',
  'retry-after',
  'content-security-policy',
] as const;

/** What goes with a call besides its address. */
interface Sent {
  token?: string | undefined;
  body?: Buffer | IncomingMessage | null;
  /** Further headers of the caller; those that the gateway sets itself win. */
  headers?: Readonly<Record<string, string>>;
  /** False if the answer is shared by several visitors, who may have different versions. */
  isConditional?: boolean;
}

/**
 * Calls `path` of the API in the name of the visitor: site and language by the host, and the token where one is given.
 * Only a body that is given is passed on: what a visitor sends with a read never keeps a connection waiting for its end.
 */
export function passOn(
  { api, clientAddress }: PassOnParts,
  request: FastifyRequest,
  path: string,
  { token, body = null, headers: further = {}, isConditional = true }: Sent = {},
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
  if (!isConditional) delete headers['if-none-match'];
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  const method = request.method as Dispatcher.HttpMethod;
  return api.forward({ path, method, headers, body });
}

/** Where the visitor sees the site: links in mails lead back there. */
export const siteOrigin = ({ lang, rendered }: SiteHost): string =>
  rendered.alternates.find((alternate) => alternate.lang === lang)?.href ?? rendered.origin;

/** The headers of the API's answer that reach the browser. */
export function headersForBrowser({ headers }: Dispatcher.ResponseData): Record<string, string | string[]> {
  const passed = passedBack.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { 'x-content-type-options': 'nosniff', ...Object.fromEntries(passed) };
}

/** Sets status and headers of the API's answer on ours. */
export function passBackHead(reply: FastifyReply, answer: Dispatcher.ResponseData): void {
  reply.code(answer.statusCode).headers(headersForBrowser(answer));
}
