import type { ConfiguredSite } from './host-index.ts';
import { ConflictFreeSites, type SiteFolderIssue } from './resolve-site-conflicts.ts';
import {
  buildSiteConfigPath,
  isSiteFolderIssue,
  listSitesDirSubfolders,
  readFileVersion,
  readSiteConfig,
} from './site-folder.ts';

export interface SiteFolderWatcher {
  readonly sites: readonly ConfiguredSite[];
  /** Ids of the sites that lack an id, host or domain of their folder, because another site has it. */
  readonly conflictingSiteIds: ReadonlySet<number>;
  scanNow(): void;
  /** Applies `completeSite` to all sites again, because its result has changed. */
  refresh(): void;
  stop(): void;
}

interface SiteFolderWatcherEvents {
  onSitesChanged(sites: readonly ConfiguredSite[]): void;
  onIssue(issue: SiteFolderIssue): void;
  /**
   * Applies the properties that the API stores and that take precedence over `site.json`, such as edited hosts, before
   * conflicts between sites are resolved.
   */
  completeSite?: (site: ConfiguredSite) => ConfiguredSite;
  /** True if the API has imported the site. */
  isImported?: (site: ConfiguredSite) => boolean;
}

/**
 * Interval of polling in milliseconds. Polling needs no watch handles of the system, and checking a folder takes
 * microseconds.
 */
const scanIntervalMs = 500;
const foldersPerScan = 1_250;

interface FolderState {
  version: string | null;
  /** Last valid version of the site; null if it was never valid. */
  site: ConfiguredSite | null;
  issue: string | null;
}

/**
 * Reads all site folders and polls for added, changed and removed ones. An invalid site is reported once, and its last
 * valid version stays in use. A full scan of ten thousand sites takes four seconds.
 */
export function watchSiteConfigs(sitesDir: string, events: SiteFolderWatcherEvents): SiteFolderWatcher {
  const scanner = new SiteScanner(sitesDir, events);
  let queue: string[] = [];
  /** Reason for which the last scan failed, such as a volume that is not mounted. Each reason is reported only once. */
  let scanIssue: string | null = null;

  const timer = setInterval(() => {
    try {
      if (queue.length === 0) queue = scanner.listFolders();
      scanner.scan(queue.splice(0, foldersPerScan));
      scanIssue = null;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== scanIssue) events.onIssue({ folder: sitesDir, reason });
      scanIssue = reason;
    }
  }, scanIntervalMs);
  timer.unref();

  scanner.scan(scanner.listFolders(), { isFirst: true });
  return {
    get sites() {
      return scanner.sites;
    },
    get conflictingSiteIds() {
      return scanner.conflictingSiteIds;
    },
    scanNow: () => scanner.scan(scanner.listFolders()),
    refresh: () => scanner.update(),
    stop: () => clearInterval(timer),
  };
}

class SiteScanner {
  readonly #sitesDir: string;
  readonly #events: SiteFolderWatcherEvents;
  readonly #states = new Map<string, FolderState>();
  readonly #conflictFree: ConflictFreeSites;

  constructor(sitesDir: string, events: SiteFolderWatcherEvents) {
    this.#sitesDir = sitesDir;
    this.#events = events;
    this.#conflictFree = new ConflictFreeSites((issue) => events.onIssue(issue));
  }

  get sites(): readonly ConfiguredSite[] {
    return this.#conflictFree.sites;
  }

  get conflictingSiteIds(): ReadonlySet<number> {
    return this.#conflictFree.conflictingSiteIds;
  }

  /** Lists the existing folders, and those that were removed since the last scan. */
  listFolders(): string[] {
    const folders = listSitesDirSubfolders(this.#sitesDir);
    const present = new Set(folders);
    return [...folders, ...[...this.#states.keys()].filter((folder) => !present.has(folder))];
  }

  /** Scans folders. The first scan is always reported, even if there are no sites. */
  scan(folders: readonly string[], { isFirst = false } = {}): void {
    let hasChanged = isFirst;
    for (const folder of folders) hasChanged = this.#scanFolder(folder) || hasChanged;
    if (hasChanged) this.update();
  }

  #scanFolder(folder: string): boolean {
    const version = readFileVersion(buildSiteConfigPath(this.#sitesDir, folder));
    const before = this.#states.get(folder);
    if (version === null) return before ? this.#states.delete(folder) : false;
    if (before?.version === version) return false;
    const read = readSiteConfig(this.#sitesDir, folder);
    const issue = isSiteFolderIssue(read) ? read.reason : null;
    if (issue && issue !== before?.issue) this.#events.onIssue({ folder, reason: issue });
    this.#states.set(folder, { version, issue, site: isSiteFolderIssue(read) ? (before?.site ?? null) : read });
    return !issue;
  }

  update(): void {
    const { completeSite = (site) => site, isImported } = this.#events;
    const valid = [...this.#states.values()].flatMap(({ site }) => (site ? completeSite(site) : []));
    this.#events.onSitesChanged(this.#conflictFree.replace(valid, isImported));
  }
}
