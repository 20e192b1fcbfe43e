import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { buildHeader, readBuildId } from '#server/build-id.ts';
import { defaultLang, isLang, type Lang } from '#shared/languages.ts';
import { getOriginInLanguage, type SiteRecord } from './site-registry.ts';

interface ApiCaller {
  /** The site of the call; null on routes that belong to no site, and until `registerSiteResolution` has run. */
  site: SiteRecord | null;
  lang: Lang;
  /** True if the call carries the secret that storefront and API share. */
  isTrusted: boolean;
  /** The client's IP address: the one that a trusted caller reports, otherwise the address of the connection. */
  ipAddress: string;
  /** The session token; null if it is absent or malformed. */
  token: string | null;
  /** The origin at which the visitor sees the site, if a trusted caller reports it; otherwise null. */
  origin: string | null;
  /** The folder of the site, if a trusted caller reports it; otherwise null. */
  folder: string | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller of the request; null until `registerCallerIdentification` has run. */
    caller: ApiCaller | null;
  }
}

export const getFirstOfRepeatedHeader = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;

type RequestHeaders = Record<string, string | string[] | undefined>;

/**
 * Checks the header `x-api-secret` in constant time. Two secrets are valid while the operator replaces one by the
 * other.
 */
export function hasApiSecret(headers: RequestHeaders, secrets: readonly string[]): boolean {
  const actual = Buffer.from(getFirstOfRepeatedHeader(headers['x-api-secret']) ?? '');
  return secrets.some((secret) => {
    const expected = Buffer.from(secret);
    return expected.length > 0 && actual.length === expected.length && timingSafeEqual(actual, expected);
  });
}

/**
 * Creates request ids. A request from the storefront keeps the storefront's id, so that it has the same id in both
 * logs.
 */
export function createApiRequestIdGenerator(secrets: readonly string[]) {
  return (request: { headers: RequestHeaders }): string => {
    const requestId = getFirstOfRepeatedHeader(request.headers['x-request-id']);
    return requestId && /^[\w-]{1,64}$/.test(requestId) && hasApiSecret(request.headers, secrets)
      ? requestId
      : crypto.randomUUID();
  };
}

/**
 * Registers a hook that sets `request.caller`, without its site, before all hooks that are registered later. Reported
 * IP addresses, origins and folders are accepted only together with the API secret.
 */
export function registerCallerIdentification(app: FastifyInstance, secrets: readonly string[]): void {
  app.decorateRequest('caller', null);
  app.addHook('onRequest', (request, reply, done) => {
    const { headers } = request;
    const lang = getFirstOfRepeatedHeader(headers.userlang) ?? '';
    const isTrusted = hasApiSecret(headers, secrets);
    const ipAddress = isTrusted ? getFirstOfRepeatedHeader(headers['x-client-address']) : undefined;
    const origin = isTrusted ? getFirstOfRepeatedHeader(headers['x-site-origin']) : undefined;
    const folder = isTrusted ? getFirstOfRepeatedHeader(headers['x-site-folder']) : undefined;
    request.caller = {
      site: null,
      lang: isLang(lang) ? lang : defaultLang,
      isTrusted,
      ipAddress: ipAddress ?? request.ip,
      token: /^Bearer ([\w-]{20,200})$/i.exec(headers.authorization ?? '')?.[1] ?? null,
      origin: origin ?? null,
      folder: folder ?? null,
    };
    if (isTrusted && headers[buildHeader] !== undefined) reply.header(buildHeader, readBuildId());
    done();
  });
}

export function getCaller(request: FastifyRequest): ApiCaller {
  if (!request.caller) throw new Error('registerCallerIdentification has not run');
  return request.caller;
}

/** Returns the site of a request. The route must be guarded by `registerSiteResolution`. */
export function getRequestSite(request: FastifyRequest): SiteRecord {
  const site = getCaller(request).site;
  if (!site) throw new Error('registerSiteResolution does not guard this route');
  return site;
}

/**
 * Returns the origin for links in mails that the caller asks for: the one at which the caller sees the site, otherwise
 * the site's canonical origin. Mails to other people link to `getOriginInLanguage`.
 */
export function getLinkOrigin(request: FastifyRequest): string {
  const { site, origin, lang } = getCaller(request);
  if (origin) return origin;
  if (!site) throw new Error('registerSiteResolution does not guard this route');
  return getOriginInLanguage(site, lang);
}
