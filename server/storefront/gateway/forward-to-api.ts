import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import { idempotencyReplayHeader } from '#shared/endpoint.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { SiteHost } from '../sites/host-index.ts';
import { getSiteHost } from '../sites/match-hosts.ts';

export interface ForwardToApiDependencies {
  api: ApiClient;
  clientAddress: (request: IncomingMessage) => string;
}

/**
 * The browser's request headers that are forwarded to the API, besides `bodyHeaders` for a forwarded body. All other
 * headers, such as site id and client IP address, are set by the gateway.
 */
const requestHeaders = [
  'accept',
  'if-none-match',
  'range',
  'idempotency-key',
  // The list of a customer's sessions names the device.
  'user-agent',
] as const;

const bodyHeaders = ['content-type', 'content-length'] as const;

const responseHeaders = [
  'content-type',
  'content-length',
  'content-range',
  'accept-ranges',
  'content-disposition',
  'cache-control',
  'vary',
  'etag',
  'last-modified',
  // The Location header is forwarded, because the API documentation uses redirects.
  'location',
  'x-robots-tag',
  'retry-after',
  idempotencyReplayHeader,
  'content-security-policy',
] as const;

/** The body of a forwarded call: in memory, or a stream of the length that the visitor's request declares. */
export type ForwardedBody = Buffer | Readable | null;

interface ForwardOptions {
  /** The method of the API call; by default that of the visitor's request. */
  method?: Dispatcher.HttpMethod;
  token?: string | undefined;
  body?: ForwardedBody;
  /** Additional request headers. Headers that the gateway sets or forwards take precedence. */
  headers?: Readonly<Record<string, string>>;
  /**
   * True if several visitors share the response. `If-None-Match` and `Range` are then not forwarded, because the
   * visitors' browsers may have cached different versions or parts.
   */
  isShared?: boolean;
}

/**
 * Calls `path` of the API on behalf of the visitor, with the site and language of the visited host. The body of the
 * visitor's request is passed separately, so that a slow client does not occupy a connection to the API.
 */
export function forwardToApi(
  { api, clientAddress }: ForwardToApiDependencies,
  request: FastifyRequest,
  path: string,
  {
    method = request.method as Dispatcher.HttpMethod,
    token,
    body = null,
    headers: additional = {},
    isShared = false,
  }: ForwardOptions = {},
) {
  const site = getSiteHost(request);
  const headers: Record<string, string> = {
    ...additional,
    idsite: String(site.id),
    userlang: site.lang,
    'x-request-id': request.id,
    'x-client-address': clientAddress(request.raw),
    'x-site-origin': getVisitorOrigin(site),
    'x-site-folder': site.folder,
  };
  // A body that the gateway has created itself has its own content headers.
  const hasForwardedBody = body !== null && additional['content-length'] === undefined;
  for (const name of hasForwardedBody ? [...requestHeaders, ...bodyHeaders] : requestHeaders) {
    const value = request.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  if (isShared) {
    delete headers['if-none-match'];
    delete headers.range;
  }
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  return api.forward({ path, method, headers, body });
}

/** Returns the origin at which the visitor sees the site, which links in mails use. */
export const getVisitorOrigin = ({ lang, rendered }: SiteHost): string =>
  rendered.alternates.find((alternate) => alternate.lang === lang)?.href ?? rendered.origin;

export function selectForwardedResponseHeaders({
  headers,
}: Dispatcher.ResponseData): Record<string, string | string[]> {
  const forwarded = responseHeaders.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { 'x-content-type-options': 'nosniff', ...Object.fromEntries(forwarded) };
}

export function copyHead(reply: FastifyReply, response: Dispatcher.ResponseData): void {
  reply.code(response.statusCode).headers(selectForwardedResponseHeaders(response));
}
