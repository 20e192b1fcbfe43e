import type { ConfiguredSite } from './host-index.ts';
import { listParentDomains } from './host-name.ts';

export interface SiteFolderIssue {
  folder: string;
  reason: string;
}

/**
 * Resolves conflicts between sites: every id, host and cookie domain belongs to one site. No other site may have a host
 * below a cookie domain, because browsers would send it the first site's session tokens. A site keeps what it already
 * had in `previous`, except that an imported site takes it from one that is not; everything else goes to the first of
 * `candidates`. A conflicting site is replaced by its previous version if there is one and it does not conflict,
 * otherwise it is left out.
 * @param isImported True for a site whose folder the API has imported. Other folders come last, because the API has
 * given their hosts to another site if it refused to import them.
 */
export function resolveSiteConflicts(
  allCandidates: readonly ConfiguredSite[],
  previous: readonly ConfiguredSite[] = [],
  isImported: (site: ConfiguredSite) => boolean = () => true,
): { sites: ConfiguredSite[]; issues: SiteFolderIssue[] } {
  const candidates = allCandidates.toSorted((a, b) => Number(isImported(b)) - Number(isImported(a)));
  const before = new Map(previous.map((site) => [site.folder, site]));
  const owners = new Map<string, string>();
  for (const site of candidates) {
    const old = before.get(site.folder);
    const claims = old ? new Set(claimsOf(site)) : null;
    if (old) for (const claim of claimsOf(old)) if (claims?.has(claim)) owners.set(claim, site.folder);
  }

  const hostsByDomain = groupHostsByDomain([...candidates, ...previous]);
  const withoutImport = new Set(candidates.filter((site) => !isImported(site)).map(({ folder }) => folder));
  for (const site of withoutImport.size === 0 ? [] : candidates.filter(isImported))
    for (const claim of [...claimsOf(site), ...conflictingClaims(site, hostsByDomain)])
      if (withoutImport.has(owners.get(claim) ?? '')) owners.delete(claim);
  const sites: ConfiguredSite[] = [];
  const issues: SiteFolderIssue[] = [];
  const findConflict = (site: ConfiguredSite) =>
    [...claimsOf(site), ...conflictingClaims(site, hostsByDomain)].find(
      (claim) => (owners.get(claim) ?? site.folder) !== site.folder,
    );
  for (const candidate of candidates) {
    const conflict = findConflict(candidate);
    if (conflict)
      issues.push({ folder: candidate.folder, reason: `${conflict} already belongs to ${owners.get(conflict)}` });
    const site = conflict ? before.get(candidate.folder) : candidate;
    if (!site || findConflict(site)) continue;
    for (const claim of claimsOf(site)) owners.set(claim, site.folder);
    sites.push(site);
  }
  return { sites, issues };
}

/** Sites without conflicts, which keep what they had, and the conflicts that were reported. */
export class ConflictFreeSites {
  readonly #onIssue: (issue: SiteFolderIssue) => void;
  #sites: readonly ConfiguredSite[] = [];
  #reported = new Set<string>();
  #conflictingSiteIds: ReadonlySet<number> = new Set();

  constructor(onIssue: (issue: SiteFolderIssue) => void) {
    this.#onIssue = onIssue;
  }

  get sites(): readonly ConfiguredSite[] {
    return this.#sites;
  }

  /** Ids of the sites that lack an id, host or domain of their own, because another site has it. */
  get conflictingSiteIds(): ReadonlySet<number> {
    return this.#conflictingSiteIds;
  }

  /** Replaces the sites, and reports each new conflict once. */
  replace(
    candidates: readonly ConfiguredSite[],
    isImported?: (site: ConfiguredSite) => boolean,
  ): readonly ConfiguredSite[] {
    const { sites, issues } = resolveSiteConflicts(candidates, this.#sites, isImported);
    const conflicts = issues.map((issue) => ({ issue, key: `${issue.folder} ${issue.reason}` }));
    for (const { issue, key } of conflicts) if (!this.#reported.has(key)) this.#onIssue(issue);
    this.#reported = new Set(conflicts.map(({ key }) => key));
    const folders = new Set(issues.map(({ folder }) => folder));
    this.#conflictingSiteIds = new Set(
      candidates.filter(({ folder }) => folders.has(folder)).map(({ config }) => config.id),
    );
    this.#sites = sites;
    return sites;
  }
}

const claimsOf = ({ config }: ConfiguredSite): string[] => [
  `the id ${config.id}`,
  ...new Set(config.hosts.map((host) => `the host ${host.name}`)),
  ...(config.cookieDomain ? [`the domain ${config.cookieDomain}`] : []),
  ...(config.default ? ['plain localhost ("default": true)'] : []),
];

/**
 * Returns the domains of other sites that conflict with this one: cookie domains above its hosts, and hosts below its
 * cookie domain.
 */
const conflictingClaims = (
  { config }: ConfiguredSite,
  hostsByDomain: ReadonlyMap<string, readonly string[]>,
): string[] => [
  ...config.hosts.flatMap(({ name }) => listParentDomains(name).map((domain) => `the domain ${domain}`)),
  ...(hostsByDomain.get(config.cookieDomain ?? '') ?? []).map((host) => `the host ${host}`),
];

function groupHostsByDomain(sites: readonly ConfiguredSite[]): Map<string, string[]> {
  const hostsByDomain = new Map<string, string[]>();
  for (const { config } of sites) if (config.cookieDomain) hostsByDomain.set(config.cookieDomain, []);
  if (hostsByDomain.size === 0) return hostsByDomain;
  for (const { config } of sites)
    for (const { name } of config.hosts)
      for (const domain of listParentDomains(name)) hostsByDomain.get(domain)?.push(name);
  return hostsByDomain;
}
