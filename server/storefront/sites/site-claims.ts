import type { FolderSite } from './host-index.ts';
import { domainSuffixes } from './host-name.ts';

/** Something wrong with one site's folder, in words for the operator. */
export interface SiteIssue {
  folder: string;
  reason: string;
}

/**
 * Settles who owns which id, host and domain of cookies. Below such a domain no other site may have a host: its visitors
 * would bring it the tokens of the first. Whoever owned a claim in `previous` and still makes it keeps it; other claims
 * go to the first of `candidates`. Who claims what is another's is a fault: its previous version stays where that is
 * possible, else the site is left out whole.
 */
export function resolveClaims(
  candidates: readonly FolderSite[],
  previous: readonly FolderSite[] = [],
): { sites: FolderSite[]; issues: SiteIssue[] } {
  const before = new Map(previous.map((site) => [site.folder, site]));
  const owners = new Map<string, string>();
  for (const site of candidates) {
    const old = before.get(site.folder);
    const claims = old ? new Set(claimsOf(site)) : null;
    if (old) for (const claim of claimsOf(old)) if (claims?.has(claim)) owners.set(claim, site.folder);
  }

  const below = hostsBelow([...candidates, ...previous]);
  const sites: FolderSite[] = [];
  const faults: SiteIssue[] = [];
  const anothers = (site: FolderSite) =>
    [...claimsOf(site), ...rivalClaims(site, below)].find(
      (claim) => (owners.get(claim) ?? site.folder) !== site.folder,
    );
  for (const candidate of candidates) {
    const taken = anothers(candidate);
    if (taken) faults.push({ folder: candidate.folder, reason: `${taken} already belongs to ${owners.get(taken)}` });
    const site = taken ? before.get(candidate.folder) : candidate;
    if (!site || anothers(site)) continue;
    for (const claim of claimsOf(site)) owners.set(claim, site.folder);
    sites.push(site);
  }
  return { sites, issues: faults };
}

const claimsOf = ({ config }: FolderSite): string[] => [
  `the id ${config.id}`,
  ...new Set(config.hosts.map((host) => `the host ${host.name}`)),
  ...(config.cookieDomain ? [`the domain ${config.cookieDomain}`] : []),
  ...(config.default ? ['plain localhost ("default": true)'] : []),
];

/** Claims that nobody else may make beside the site's own: domains above its hosts, and hosts below its domain. */
const rivalClaims = ({ config }: FolderSite, below: ReadonlyMap<string, readonly string[]>): string[] => [
  ...config.hosts.flatMap(({ name }) => domainSuffixes(name).map((domain) => `the domain ${domain}`)),
  ...(below.get(config.cookieDomain ?? '') ?? []).map((host) => `the host ${host}`),
];

/** Domain of cookies → the hosts below it, whosever they are. */
function hostsBelow(sites: readonly FolderSite[]): Map<string, string[]> {
  const below = new Map<string, string[]>();
  for (const { config } of sites) if (config.cookieDomain) below.set(config.cookieDomain, []);
  if (below.size === 0) return below;
  for (const { config } of sites)
    for (const { name } of config.hosts) for (const domain of domainSuffixes(name)) below.get(domain)?.push(name);
  return below;
}
