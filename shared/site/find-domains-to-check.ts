import { isCanonicalDomainOfSite, type SiteDomain, type SiteHosting } from './site-hosting.ts';

export interface DomainsToCheck {
  /** Names that the site does not have yet. The estate must prove that it controls these names. */
  added: string[];
  /** Names at which pages are served from now on. These names must resolve to an address. */
  canonical: string[];
}

export function findDomainsToCheck(before: SiteHosting, after: SiteHosting): DomainsToCheck {
  const listNames = (hosts: readonly SiteDomain[]) => hosts.map(({ name }) => name);
  const listCanonical = (hosting: SiteHosting) =>
    listNames(hosting.hosts.filter((host) => isCanonicalDomainOfSite(hosting, host)));
  const [known, knownCanonical] = [new Set(listNames(before.hosts)), new Set(listCanonical(before))];
  return {
    added: listNames(after.hosts).filter((name) => !known.has(name)),
    canonical: listCanonical(after).filter((name) => !knownCanonical.has(name)),
  };
}
