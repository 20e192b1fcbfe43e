import type { FastifyRequest } from 'fastify';
import { maxBodyBytes } from '#shared/limits.ts';
import { type Authority, parseAuthority } from '../sites/host-name.ts';

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a method asks for something and changes nothing: such a call has no body. */
export const isReadMethod = (method: string): boolean => reads.has(method);

/**
 * Why a call must not be passed on: 403, a write that a page of another origin made the browser send, be it a neighbour
 * under the same domain or another port of the same machine; 415, a write of a
 * type that a plain form of another site could send; 413, one that the API would refuse while it is still on its way.
 */
export function writeRefusalStatus(request: FastifyRequest, host: string, siteOrigin: string): 403 | 413 | 415 | null {
  if (isReadMethod(request.method)) return null;
  const { origin, 'sec-fetch-site': fetchSite, 'content-type': type } = request.headers;
  if (fetchSite === 'cross-site' || fetchSite === 'same-site') return 403;
  // On a page that sends no referrer some browsers hide their origin, too; that it is the same, they say themselves.
  const isHidden = origin === 'null' && fetchSite === 'same-origin';
  if (origin !== undefined && !isHidden && origin !== siteOrigin && !isOwnOrigin(origin, host)) return 403;
  const hasBody = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length']) > 0;
  if (type === undefined && !hasBody) return null;
  if (!/^(application\/json|multipart\/form-data)\s*(;|$)/i.test(type ?? '')) return 415;
  const isTooMuch = /json/i.test(type ?? '') && Number(request.headers['content-length']) > maxBodyBytes;
  return isTooMuch ? 413 : null;
}

const defaultPorts: Record<string, string> = { 'http:': '80', 'https:': '443' };

/**
 * Whether an origin is the one that was asked. Behind a proxy that ends TLS only the browser knows the scheme: the
 * origin's own decides which port need not be named.
 */
function isOwnOrigin(origin: string, host: string): boolean {
  const url = URL.canParse(origin) ? new URL(origin) : null;
  const theirs = url && parseAuthority(url.host);
  const own = parseAuthority(host);
  if (!url || !theirs || !own) return false;
  const portOf = ({ port }: Authority) => port || defaultPorts[url.protocol];
  return own.name === theirs.name && portOf(own) === portOf(theirs);
}
