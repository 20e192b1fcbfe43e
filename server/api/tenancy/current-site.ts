import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { defaultLang, isLang, type Lang } from '#shared/languages.ts';
import type { SiteRecord } from './site-directory.ts';

/** The caller of a request, with its site and language. */
export interface Caller {
  /** null outside the routes of a site. */
  site: SiteRecord | null;
  lang: Lang;
  /** Whether the call carries the secret that storefront and API share. */
  isTrusted: boolean;
  /** The client's address: the one a trusted caller names, else the peer's. */
  address: string;
  /** The session token; null where there is none, or no well-formed one. */
  token: string | null;
  /** Where the visitor sees the site, such as `https://domaine-a.fr`, as the storefront says it; null for other callers. */
  origin: string | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** null until the first hook has run. */
    caller: Caller | null;
  }
}

/** The first value of a header. */
export const firstHeaderValue = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;

/** Compares in constant time. */
export function hasApiSecret(headers: Record<string, string | string[] | undefined>, secret: string): boolean {
  const given = Buffer.from(firstHeaderValue(headers['x-api-secret']) ?? '');
  const wanted = Buffer.from(secret);
  return wanted.length > 0 && given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** A request's id: the storefront's, so that one id follows a visit through both logs, else a new one. */
export function createRequestIdGenerator(secret: string) {
  return (request: { headers: Record<string, string | string[] | undefined> }): string => {
    const given = firstHeaderValue(request.headers['x-request-id']);
    return given && /^[\w-]{1,64}$/.test(given) && hasApiSecret(request.headers, secret) ? given : crypto.randomUUID();
  };
}

/** Sets `request.caller` in the first hook. Client addresses count only together with the secret. */
export function identifyCallers(app: FastifyInstance, secret: string): void {
  app.decorateRequest('caller', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request;
    const lang = firstHeaderValue(headers.userlang) ?? '';
    const isTrusted = hasApiSecret(headers, secret);
    const address = isTrusted ? firstHeaderValue(headers['x-client-address']) : undefined;
    const origin = isTrusted ? firstHeaderValue(headers['x-site-origin']) : undefined;
    request.caller = {
      site: null,
      lang: isLang(lang) ? lang : defaultLang,
      isTrusted,
      address: address ?? request.ip,
      token: /^Bearer ([\w-]{20,200})$/i.exec(headers.authorization ?? '')?.[1] ?? null,
      origin: origin ?? null,
    };
    done();
  });
}

export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('recogniseCallers has not run');
  return request.caller;
}

/** The request's site, in routes that `requireSite` guards. */
export function siteOf(request: FastifyRequest): SiteRecord {
  const site = callerOf(request).site;
  if (!site) throw new Error('requireSite does not guard this route');
  return site;
}

/** The origin of links in mails: the one that the visitor sees, else the site's own in the caller's language. */
export function linkOrigin(request: FastifyRequest): string {
  const { site, origin, lang } = callerOf(request);
  if (origin) return origin;
  if (!site) throw new Error('requireSite does not guard this route');
  return site.origins[lang] ?? site.origins[site.defaultLang] ?? '';
}
