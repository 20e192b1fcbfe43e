import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IsFromTrustedProxy } from '#server/http/trusted-proxies.ts';
import { sendPlainPage } from '../responses/plain-page.ts';
import { strictTransportSecurityValue } from '../responses/strict-transport.ts';
import type { FollowingHostIndex, HostIndex, SiteHost } from './host-index.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Site and language of the request's host; null until the hook of `registerHostMatching` has run. */
    siteHost: SiteHost | null;
  }
}

/**
 * Returns the host of a request: the `X-Forwarded-Host` of a trusted proxy, otherwise the Host header. Proxies append
 * to `X-Forwarded-Host`, so only its last value comes from the trusted proxy; earlier values may come from the client.
 * @returns Null if the request has no Host header or more than one.
 */
export function readRequestHost(request: IncomingMessage, isTrusted: IsFromTrustedProxy | null): string | null {
  const { rawHeaders } = request;
  let host: string | null = null;
  let forwarded: string | null = null;
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') {
      host = rawHeaders[i + 1] as string;
      hosts++;
    } else if (name.length === 16 && isTrusted && name.toLowerCase() === 'x-forwarded-host') {
      forwarded = rawHeaders[i + 1] as string;
    }
  }
  if (forwarded !== null && isTrusted?.(request)) return forwarded.split(',').at(-1)?.trim() || null;
  return hosts === 1 ? host : null;
}

/**
 * Sets `request.siteHost`, and the header Strict-Transport-Security for every answer of an https site.
 * @returns Undefined if no site has the host.
 */
export function matchHost(
  request: FastifyRequest,
  reply: FastifyReply,
  index: HostIndex,
  isTrusted: IsFromTrustedProxy | null,
): SiteHost | undefined {
  const header = readRequestHost(request.raw, isTrusted);
  const siteHost = header === null ? undefined : index.find(header);
  if (!siteHost) return undefined;
  request.siteHost = siteHost;
  if (siteHost.isSecure) reply.header('strict-transport-security', strictTransportSecurityValue);
  return siteHost;
}

/** Value of the Retry-After header before the API has sent the sites. */
const sitesRetryAfterSeconds = 5;

/**
 * Registers a hook that sets `request.siteHost`, redirects to the canonical host, and responds with 421 to unknown
 * hosts, or with 503 while no site is known yet.
 */
export function registerHostMatching(
  app: FastifyInstance,
  sites: Pick<FollowingHostIndex, 'hosts' | 'isLoaded'>,
  isTrusted: IsFromTrustedProxy | null,
): void {
  app.decorateRequest('siteHost', null);
  app.addHook('onRequest', async (request, reply) => {
    const siteHost = matchHost(request, reply, sites.hosts, isTrusted);
    if (!siteHost && !sites.isLoaded)
      return sendPlainPage(reply.header('retry-after', String(sitesRetryAfterSeconds)), 503, 'unavailable');
    if (!siteHost) return sendPlainPage(reply, 421, 'unknown_host');
    // Browsers cache a 308 permanently without this header, and would still redirect after staff have made this host
    // the canonical one.
    if (siteHost.redirectTo !== null)
      return reply.header('cache-control', 'no-cache').redirect(siteHost.redirectTo + safePath(request), 308);
  });
}

/**
 * Returns the path of a request with a single leading slash, because a browser would read a redirect to a path with two
 * as a redirect to another host.
 */
const safePath = (request: FastifyRequest): string => `/${(request.raw.url ?? '/').replace(/^[/\\]+/, '')}`;

export function getSiteHost(request: FastifyRequest): SiteHost {
  if (!request.siteHost) throw new Error('registerHostMatching has not run for this request');
  return request.siteHost;
}
