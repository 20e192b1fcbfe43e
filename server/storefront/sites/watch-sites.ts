import type { FolderSite } from './host-index.ts';
import { resolveClaims, type SiteIssue } from './site-claims.ts';
import { fileVersion, isSiteIssue, listSiteFolders, readSite, siteFile } from './site-folder.ts';

export interface SiteWatch {
  /** The good sites of this moment. */
  readonly sites: readonly FolderSite[];
  /** Looks at every folder now, rather than when its turn comes. */
  scanNow(): void;
  stop(): void;
}

export interface SiteWatchEvents {
  onSitesChanged(sites: readonly FolderSite[]): void;
  onIssue(fault: SiteIssue): void;
}

/** Every so many milliseconds some folders are looked at; a look costs microseconds, and no watch handle of the system. */
const lookEvery = 500;
const looksAtOnce = 1_250;

interface Known {
  version: string | null;
  /** The last good version. */
  site: FolderSite | null;
  fault: string | null;
}

/**
 * Reads all sites and keeps looking for added, changed and removed ones. A broken site is reported once and leaves the
 * others, and its own last good version, as they were. Ten thousand sites are seen within five seconds.
 */
export function watchSites(
  sitesDir: string,
  { onSitesChanged: onSites, onIssue: onFault }: SiteWatchEvents,
): SiteWatch {
  const known = new Map<string, Known>();
  let settled: readonly FolderSite[] = [];
  let queue: string[] = [];
  let reportedClaims = new Set<string>();
  /** Why the last look saw nothing: a volume may be away for a while, and is reported once. */
  let lookFault: string | null = null;

  const look = (folder: string): boolean => {
    const version = fileVersion(siteFile(sitesDir, folder));
    const before = known.get(folder);
    if (version === null) return before ? known.delete(folder) : false;
    if (before?.version === version) return false;
    const read = readSite(sitesDir, folder);
    const fault = isSiteIssue(read) ? read.reason : null;
    if (fault && fault !== before?.fault) onFault({ folder, reason: fault });
    known.set(folder, { version, fault, site: isSiteIssue(read) ? (before?.site ?? null) : read });
    return !fault;
  };

  const settle = () => {
    const good = [...known.values()].flatMap(({ site }) => site ?? []);
    const { sites, issues: faults } = resolveClaims(good, settled);
    for (const fault of faults) if (!reportedClaims.has(`${fault.folder} ${fault.reason}`)) onFault(fault);
    reportedClaims = new Set(faults.map((fault) => `${fault.folder} ${fault.reason}`));
    settled = sites;
    onSites(sites);
  };

  const foldersNow = (): string[] => {
    const folders = listSiteFolders(sitesDir);
    const present = new Set(folders);
    return [...folders, ...[...known.keys()].filter((folder) => !present.has(folder))];
  };

  const lookAt = (folders: readonly string[]) => {
    let changed = false;
    for (const folder of folders) changed = look(folder) || changed;
    if (changed) settle();
  };

  const timer = setInterval(() => {
    try {
      if (queue.length === 0) queue = foldersNow();
      lookAt(queue.splice(0, looksAtOnce));
      lookFault = null;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== lookFault) onFault({ folder: sitesDir, reason });
      lookFault = reason;
    }
  }, lookEvery);
  timer.unref();

  for (const folder of foldersNow()) look(folder);
  settle();
  return {
    get sites() {
      return settled;
    },
    scanNow: () => lookAt(foldersNow()),
    stop: () => clearInterval(timer),
  };
}
