import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import type { ConfiguredSite } from './host-index.ts';
import { ConflictFreeSites, type SiteFolderIssue } from './resolve-site-conflicts.ts';
import {
  buildSiteConfigPath,
  isSiteFolderIssue,
  listSitesDirSubfolders,
  readFileVersion,
  readSiteConfig,
  siteConfigFile,
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
  /** Called once if the system cannot watch so many folders, so that changes are noticed by polling alone. */
  onUnwatched?: (error: unknown) => void;
}

/** Interval in milliseconds at which changes are applied and the next folders are polled. */
const scanIntervalMs = 500;
/**
 * Number of folders that are polled in one interval, so that ten thousand idle sites cost a thousandth of a core and are
 * all polled within a minute. More folders are watched as well; polling finds what a volume does not report.
 */
export const foldersPerScan = 100;

interface FolderState {
  version: string | null;
  /** Last valid version of the site; null if it was never valid. */
  site: ConfiguredSite | null;
  issue: string | null;
}

/**
 * Reads all site folders, and follows added, changed and removed ones. An invalid site is reported once, and its last
 * valid version stays in use.
 */
export function watchSiteConfigs(sitesDir: string, events: SiteFolderWatcherEvents): SiteFolderWatcher {
  const scanner = new SiteScanner(sitesDir, events);
  const watched = new WatchedFolders(sitesDir, events);
  let queue: string[] = [];
  /** Reason for which the last scan failed, such as a volume that is not mounted. Each reason is reported only once. */
  let scanIssue: string | null = null;

  const timer = setInterval(() => {
    try {
      if (queue.length === 0 || watched.isListChanged) {
        const folders = scanner.listFolders();
        watched.follow(folders);
        if (queue.length === 0) queue = folders;
      }
      scanner.scan([...watched.takeChanged(), ...queue.splice(0, foldersPerScan)]);
      scanIssue = null;
    } catch (error) {
      // The folder of sites may be another one when it is back.
      watched.close();
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== scanIssue) events.onIssue({ folder: sitesDir, reason });
      scanIssue = reason;
    }
  }, scanIntervalMs);
  timer.unref();

  const folders = scanner.listFolders();
  watched.follow(folders);
  scanner.scan(folders, { isFirst: true });
  watched.takeChanged();
  return {
    get sites() {
      return scanner.sites;
    },
    get conflictingSiteIds() {
      return scanner.conflictingSiteIds;
    },
    scanNow: () => scanner.scan(scanner.listFolders()),
    refresh: () => scanner.update(),
    stop: () => {
      clearInterval(timer);
      watched.close();
    },
  };
}

/** Has the system report changes in the folders, unless there are so few that all are polled in each interval. */
class WatchedFolders {
  readonly #sitesDir: string;
  readonly #events: SiteFolderWatcherEvents;
  readonly #watchers = new Map<string, FSWatcher>();
  #changed = new Set<string>();
  #isPossible = true;
  isListChanged = false;

  constructor(sitesDir: string, events: SiteFolderWatcherEvents) {
    this.#sitesDir = sitesDir;
    this.#events = events;
  }

  /** Watches new folders, which count as changed, like removed ones. */
  follow(folders: readonly string[]): void {
    this.isListChanged = false;
    if (folders.length <= foldersPerScan) this.close();
    if (folders.length <= foldersPerScan || !this.#isPossible) return;
    try {
      if (!this.#watchers.has(''))
        this.#watch('', () => {
          this.isListChanged = true;
        });
      for (const folder of folders) if (!this.#watchers.has(folder)) this.#follow(folder);
    } catch (error) {
      this.#isPossible = false;
      this.close();
      this.#events.onUnwatched?.(error);
    }
  }

  /** Returns the folders that have changed since the last call. */
  takeChanged(): string[] {
    const changed = [...this.#changed];
    this.#changed = new Set();
    return changed;
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #follow(folder: string): void {
    this.#changed.add(folder);
    this.#watch(folder, (file) => {
      if (file === null || file === siteConfigFile) this.#changed.add(folder);
      // The folder itself was removed or replaced.
      else if (file === folder) this.#unwatch(folder);
    });
  }

  #watch(folder: string, onChange: (file: string | null) => void): void {
    try {
      const watcher = watch(join(this.#sitesDir, folder), { persistent: false }, (_event, file) => onChange(file));
      watcher.on('error', () => this.#unwatch(folder));
      this.#watchers.set(folder, watcher);
    } catch (error) {
      // The folder has been removed.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }

  #unwatch(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
    this.#changed.add(folder);
    this.isListChanged = true;
  }
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
