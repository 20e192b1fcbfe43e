import type { FastifyRequest } from 'fastify';
import { maxJsonBodyBytes } from '#shared/limits.ts';
import { type Authority, parseAuthority } from '../sites/host-name.ts';

const readMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

export const isReadMethod = (method: string): boolean => readMethods.has(method);

/**
 * Returns the status with which a write call must be refused, or null. 403: a page of another origin caused the call;
 * other hosts of the same domain and other ports of the same host count as other origins. 415: a form on another site
 * could send this content type without a preflight request. 413: the API would refuse the body because of its size.
 */
export function findWriteRefusalStatus(
  request: FastifyRequest,
  host: string,
  siteOrigin: string,
): 403 | 413 | 415 | null {
  if (isReadMethod(request.method)) return null;
  const { origin, 'sec-fetch-site': fetchSite, 'content-type': type } = request.headers;
  if (fetchSite === 'cross-site' || fetchSite === 'same-site') return 403;
  // Pages with the referrer policy no-referrer send the origin "null" in some browsers, but these browsers still report
  // `same-origin` in Sec-Fetch-Site.
  const isHidden = origin === 'null' && fetchSite === 'same-origin';
  if (origin !== undefined && !isHidden && origin !== siteOrigin && !isOwnOrigin(origin, host)) return 403;
  const hasBody = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length']) > 0;
  if (type === undefined && !hasBody) return null;
  if (!/^(application\/json|multipart\/form-data)\s*(;|$)/i.test(type ?? '')) return 415;
  const isTooLarge = /json/i.test(type ?? '') && Number(request.headers['content-length']) > maxJsonBodyBytes;
  return isTooLarge ? 413 : null;
}

const defaultPorts: Record<string, string> = { 'http:': '80', 'https:': '443' };

/**
 * Compares the Origin header with the Host header. Behind a proxy that terminates TLS only the Origin header contains
 * the scheme, which decides which port is the default.
 */
function isOwnOrigin(origin: string, host: string): boolean {
  const url = URL.canParse(origin) ? new URL(origin) : null;
  const sender = url && parseAuthority(url.host);
  const own = parseAuthority(host);
  if (!url || !sender || !own) return false;
  const portOf = ({ port }: Authority) => port || defaultPorts[url.protocol];
  return own.name === sender.name && portOf(own) === portOf(sender);
}
