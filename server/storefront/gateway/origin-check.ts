import type { FastifyRequest } from 'fastify';
import { mostCallBytes } from '#shared/limits.ts';
import { parseAuthority } from '../sites/host-name.ts';

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Why a call must not be passed on: 403, a write that another site's page made the browser send; 415, a write of a
 * type that a plain form of another site could send; 413, one that the API would refuse while it is still on its way.
 */
export function writeFault(request: FastifyRequest, host: string): 403 | 413 | 415 | null {
  if (reads.has(request.method)) return null;
  const { origin, 'sec-fetch-site': fetchSite, 'content-type': type } = request.headers;
  if (fetchSite === 'cross-site' || (origin !== undefined && !isOwnOrigin(origin, host))) return 403;
  const hasBody = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length']) > 0;
  if (type === undefined && !hasBody) return null;
  if (!/^(application\/json|multipart\/form-data)\s*(;|$)/i.test(type ?? '')) return 415;
  const isTooMuch = /json/i.test(type ?? '') && Number(request.headers['content-length']) > mostCallBytes;
  return isTooMuch ? 413 : null;
}

function isOwnOrigin(origin: string, host: string): boolean {
  const own = parseAuthority(host);
  const theirs = URL.canParse(origin) ? parseAuthority(new URL(origin).host) : null;
  return own !== null && theirs !== null && own.name === theirs.name;
}
