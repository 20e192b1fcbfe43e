import { stringifySetCookie } from 'cookie';
import { cookieSeconds } from '#shared/limits.ts';
import type { SiteHost } from '../sites/host-index.ts';
import { domainsOf } from '../sites/host-name.ts';

/** A token as the API makes and takes them: anything else in the cookie is another program's, or nobody's. */
export const tokenForm = /^[\w-]{20,200}$/;

/** What a request's cookies say of who asks. */
export interface SentToken {
  /** Of the `token` cookie, which the browser's scripts cannot read; undefined where there is none. */
  token: string | undefined;
  /** Two tokens came: which one the site itself has set cannot be told, so neither counts. */
  isContested: boolean;
}

/**
 * Reads the `token` cookie. A browser also sends the cookies of the domains above a host, without saying whose they
 * are: a neighbour under the same domain could slip in its own token, and the customer would shop in its account.
 */
export function sentToken(cookieHeader: string | undefined): SentToken {
  const tokens = new Set<string>();
  for (const part of cookieHeader?.split(';') ?? []) {
    const mark = part.indexOf('=');
    if (mark === -1 || part.slice(0, mark).trim() !== 'token') continue;
    const value = part.slice(mark + 1).trim();
    if (tokenForm.test(value)) tokens.add(value);
  }
  const [token] = tokens;
  return tokens.size > 1 ? { token: undefined, isContested: true } : { token, isContested: false };
}

/** What of a site its cookies depend on. */
export type CookieSite = Pick<SiteHost, 'id' | 'isSecure' | 'name' | 'cookieDomain'>;

/** `Set-Cookie` headers that log somebody in: on the whole domain where that is the estate's, else at this host alone. */
export function logInCookies(site: CookieSite, token: string): string[] {
  const set = [
    cookie(site, 'token', token, cookieSeconds.token, site.cookieDomain),
    cookie(site, 'idSite', String(site.id), cookieSeconds.idSite, site.cookieDomain),
  ];
  // One of the host alone, from before the domain was given to the site, would contest the new one.
  return site.cookieDomain === null ? set : [...ended(site, null), ...set];
}

/** Ends what `logInCookies` has set. */
export const logOutCookies = (site: CookieSite): string[] =>
  site.cookieDomain === null ? ended(site, null) : [...ended(site, site.cookieDomain), ...ended(site, null)];

/** Ends the cookies of the host and of every domain above it: whichever of contesting tokens is the wrong one. */
export const disputedCookies = (site: CookieSite): string[] => [
  ...domainsOf(site.name).flatMap((domain) => ended(site, domain)),
  ...ended(site, null),
];

const ended = (site: CookieSite, domain: string | null): string[] =>
  ['token', 'idSite'].map((name) => cookie(site, name, '', 0, domain));

function cookie({ isSecure }: CookieSite, name: string, value: string, maxAge: number, domain: string | null): string {
  return stringifySetCookie({
    name,
    value,
    maxAge,
    path: '/',
    sameSite: 'lax',
    httpOnly: name === 'token',
    secure: isSecure,
    ...(domain !== null && { domain }),
  });
}
