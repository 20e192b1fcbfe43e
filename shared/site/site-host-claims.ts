import { isWithinDomain } from './site-config.ts';

/**
 * The host names and the cookie domain that a site uses. Browsers share cookies between a domain and its subdomains.
 */
export interface SiteHostClaims {
  hosts: readonly { name: string }[];
  cookieDomain: string | null;
  /** True if staff have edited the hosts, so that those of `site.json` do not apply. */
  isEdited: boolean;
}

/**
 * Returns a name of the first site that conflicts with one of the second. Names that staff have edited must not be
 * equal to, above or below a name of another site. Between two sites as their folders describe them, only an equal host
 * and a host within the other's cookie domain conflict, because the operator of the platform may give subdomains of one
 * domain to several sites.
 */
export function findNameConflict(site: SiteHostClaims, other: SiteHostClaims): string | undefined {
  const conflicts = site.isEdited || other.isEdited ? conflictsOnceEdited : conflictsInFolders;
  return namesOf(site).find((name) => namesOf(other).some((otherName) => conflicts(name, otherName, site, other)));
}

const namesOf = ({ hosts, cookieDomain }: SiteHostClaims): string[] => [
  ...hosts.map(({ name }) => name),
  ...(cookieDomain === null ? [] : [cookieDomain]),
];

const conflictsOnceEdited = (name: string, other: string): boolean =>
  isWithinDomain(name, other) || isWithinDomain(other, name);

const conflictsInFolders = (name: string, otherName: string, site: SiteHostClaims, other: SiteHostClaims): boolean =>
  name === otherName ||
  (otherName === other.cookieDomain && isWithinDomain(name, otherName)) ||
  (name === site.cookieDomain && isWithinDomain(otherName, name));
