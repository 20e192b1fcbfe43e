import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ttlSecondsByCookie } from '#shared/limits.ts';
import type { SiteHost } from '../sites/host-index.ts';
import { listParentDomains } from '../sites/host-name.ts';

/** The format of the API's session tokens. A cookie `token` with any other value belongs to another program. */
export const sessionTokenPattern = /^[\w-]{20,200}$/;

export interface RequestSessionToken {
  token: string | undefined;
  /**
   * True if the request contains two different tokens. Neither is used then, because it is unknown which of them this
   * site has set.
   */
  isContested: boolean;
}

interface CookieRequest {
  server: Pick<FastifyInstance, 'parseCookie'>;
  headers: Pick<FastifyRequest['headers'], 'cookie'>;
}

/**
 * Reads the cookie `token`. Browsers also send cookies of parent domains, without naming their domain: another site
 * under the same domain could set the token of another account, in which the customer would then order. Because the
 * cookie parser keeps only the first of several cookies with one name, the raw header is checked as well.
 */
export function readSessionToken({ server, headers }: CookieRequest): RequestSessionToken {
  const { cookie = '' } = headers;
  const parsed = server.parseCookie(cookie).token;
  const values = parsed === undefined ? [] : [parsed, ...valuesInHeader(cookie, 'token')];
  const tokens = new Set(values.filter((value) => sessionTokenPattern.test(value)));
  const [token] = tokens;
  return tokens.size > 1 ? { token: undefined, isContested: true } : { token, isContested: false };
}

function valuesInHeader(header: string, name: string): string[] {
  return header.split(';').flatMap((pair) => {
    const separator = pair.indexOf('=');
    const isNamed = separator !== -1 && pair.slice(0, separator).trim() === name;
    return isNamed ? [pair.slice(separator + 1).trim()] : [];
  });
}

export type SiteForCookies = Pick<SiteHost, 'id' | 'isSecure' | 'name' | 'cookieDomain'>;

export interface SetCookieArguments {
  name: 'token' | 'idSite';
  value: string;
  options: CookieSerializeOptions;
}

/**
 * Returns the cookies that log a user in. The cookies are valid for the cookie domain of the host if it has one,
 * otherwise for this host only.
 */
export function createLoginCookies(site: SiteForCookies, token: string): SetCookieArguments[] {
  const cookies = [
    sessionCookie(site, 'token', token, ttlSecondsByCookie.token, site.cookieDomain),
    sessionCookie(site, 'idSite', String(site.id), ttlSecondsByCookie.idSite, site.cookieDomain),
  ];
  // Expires the cookie of this host, because it may predate the site's cookie domain and would then conflict with the
  // new cookie.
  return site.cookieDomain === null ? cookies : [...expiredCookies(site, null), ...cookies];
}

/** Returns cookies that expire those of `createLoginCookies`. */
export const createLogoutCookies = (site: SiteForCookies): SetCookieArguments[] =>
  site.cookieDomain === null
    ? expiredCookies(site, null)
    : [...expiredCookies(site, site.cookieDomain), ...expiredCookies(site, null)];

/**
 * Returns cookies that expire the token on the host and on every parent domain, because any of the conflicting tokens
 * may have been set by another site.
 */
export const expireConflictingTokens = (site: SiteForCookies): SetCookieArguments[] => [
  ...listParentDomains(site.name).flatMap((domain) => expiredCookies(site, domain)),
  ...expiredCookies(site, null),
];

const expiredCookies = (site: SiteForCookies, domain: string | null): SetCookieArguments[] => [
  sessionCookie(site, 'token', '', 0, domain),
  sessionCookie(site, 'idSite', '', 0, domain),
];

function sessionCookie(
  { isSecure }: SiteForCookies,
  name: SetCookieArguments['name'],
  value: string,
  maxAge: number,
  domain: string | null,
): SetCookieArguments {
  const isHttpOnly = name === 'token';
  const options: CookieSerializeOptions = {
    maxAge,
    path: '/',
    sameSite: 'lax',
    httpOnly: isHttpOnly,
    secure: isSecure,
  };
  return { name, value, options: domain === null ? options : { ...options, domain } };
}
