import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendFailure } from '#server/api/contract/envelopes.ts';
import { say } from '#server/api/contract/server-texts.ts';
import { defaultLang, isLang, type Lang, languages } from '#shared/languages.ts';
import type { KnownSite, KnownSites } from './known-sites.ts';

/** Who asks, for which estate, in which language. */
export interface Caller {
  /** null outside the routes of a site. */
  site: KnownSite | null;
  lang: Lang;
  /** Whether the call carries the secret that storefront and API share. */
  isTrusted: boolean;
  /** The client's address: the one a trusted caller names, else the peer's. */
  address: string;
  /** The token that says who is logged in; null for none, or for what cannot be one. */
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

const oneOf = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;

/** Compares in constant time: how long it takes tells nothing of the secret. */
export function carriesSecret(headers: Record<string, string | string[] | undefined>, secret: string): boolean {
  const given = Buffer.from(oneOf(headers['x-api-secret']) ?? '');
  const wanted = Buffer.from(secret);
  return wanted.length > 0 && given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** A request's id: the storefront's, so that one id follows a visit through both logs, else a new one. */
export function requestIdFrom(secret: string) {
  return (request: { headers: Record<string, string | string[] | undefined> }): string => {
    const given = oneOf(request.headers['x-request-id']);
    return given && /^[\w-]{1,64}$/.test(given) && carriesSecret(request.headers, secret) ? given : crypto.randomUUID();
  };
}

/** Knows the caller from the first hook on. Client addresses are believed only together with the secret. */
export function recogniseCallers(app: FastifyInstance, secret: string): void {
  app.decorateRequest('caller', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request;
    const lang = oneOf(headers.userlang) ?? '';
    const isTrusted = carriesSecret(headers, secret);
    const address = isTrusted ? oneOf(headers['x-client-address']) : undefined;
    const origin = isTrusted ? oneOf(headers['x-site-origin']) : undefined;
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

/**
 * From here on the site is certain. `idSite` is required: 400 where it is missing or no number, 404 where no estate
 * has it. Without `userLang` the language is the site's own; one that the platform does not know is a 400.
 */
export function requireSite(app: FastifyInstance, sites: KnownSites): void {
  app.addHook('onRequest', async (request, reply) => {
    const caller = callerOf(request);
    const id = siteIdOf(oneOf(request.headers.idsite));
    if (id === null)
      return sendFailure(reply, 400, say(caller.lang, 'site_missing'), {
        idSite: say(caller.lang, 'site_missing'),
      });
    const site = await sites.find(id);
    if (!site) return sendFailure(reply, 404, say(caller.lang, 'site_unknown'));
    const lang = oneOf(request.headers.userlang);
    if (!lang) caller.lang = site.defaultLang;
    else if (!isLang(lang)) {
      const message = say(site.defaultLang, 'lang_unknown', { allowed: languages.join(', ') });
      return sendFailure(reply, 400, message, { userLang: message });
    }
    caller.site = site;
  });
}

const siteIdOf = (header: string | undefined): number | null => {
  if (!header || !/^[1-9]\d{0,9}$/.test(header)) return null;
  const id = Number(header);
  return id <= 2_147_483_647 ? id : null;
};

export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('recogniseCallers has not run');
  return request.caller;
}

/** The request's site, in routes that `requireSite` guards. */
export function siteOf(request: FastifyRequest): KnownSite {
  const site = callerOf(request).site;
  if (!site) throw new Error('requireSite does not guard this route');
  return site;
}

/** Where links in mails lead: to the site as the visitor sees it, else to its own origin in the language. */
export function linkOrigin(request: FastifyRequest): string {
  const { site, origin, lang } = callerOf(request);
  if (origin) return origin;
  if (!site) throw new Error('requireSite does not guard this route');
  return site.origins[lang] ?? site.origins[site.defaultLang] ?? '';
}
