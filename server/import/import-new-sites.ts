import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type AdminCredentials, ensureAdmin } from '#server/api/accounts/ensure-admin.ts';
import type { Db } from '#server/api/database/connect.ts';
import { isActiveSiteSql, sites as sitesTable } from '#server/api/database/sites-table.ts';
import type { ConfiguredSite } from '#server/storefront/sites/host-index.ts';
import { importSite } from './import-site.ts';

export interface NewSiteImporter {
  /**
   * Starts to import, one after another, the `sites` that the database does not contain or contains from another
   * folder.
   */
  update(sites: readonly ConfiguredSite[]): void;
  whenIdle(): Promise<void>;
  stop(): Promise<void>;
}

export interface NewSiteImporterOptions {
  db: Db;
  sitesDir: string;
  filesDir: string;
  /** Credentials of the account that becomes SUPER_ADMIN of each imported site; null for none. */
  admin: AdminCredentials | null;
  log: FastifyBaseLogger;
}

/**
 * Time in milliseconds for which a folder must be unchanged before it is imported, because it may still be being
 * copied.
 */
const debounceMs = 1_000;
/** Delays in milliseconds before a failed import is retried, with exponential backoff. */
const minRetryDelayMs = 1_000;
const maxRetryDelayMs = 60_000;

/**
 * Creates an importer for new site folders, for a process that runs storefront and API together, so that a new site
 * needs no command to go online.
 */
export function createNewSiteImporter(options: NewSiteImporterOptions): NewSiteImporter {
  const { db, sitesDir, log } = options;
  const failures: ImportFailures = new Map();
  let folders: readonly ConfiguredSite[] = [];
  let isStopped = false;
  // The first run waits until folders that were changed just now are stable, instead of retrying later, because the
  // start of the server waits for this run.
  let isFirstRun = true;
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const importAll = async () => {
    const delays: number[] = [];
    const newSites = await findNewSites(db, folders);
    for (const [index, site] of newSites.entries()) {
      if (isStopped) return;
      const unstableMs = await msUntilStable(join(sitesDir, site.folder));
      if (unstableMs > 0 && isFirstRun) await sleep(unstableMs);
      if (unstableMs > 0 && !isFirstRun) delays.push(unstableMs);
      else {
        const progress = `${index + 1} of ${newSites.length}`;
        log.info({ code: 'site_import_started', folder: site.folder, progress }, 'importing site');
        await importNewSite(site, options, failures);
      }
    }
    isFirstRun = false;
    for (const each of [...failures.values()].map(({ delayMs }) => delayMs)) delays.push(each);
    if (delays.length > 0) scheduleRetry(Math.min(...delays));
  };

  const scheduleRetry = (delayMs: number) => {
    if (isStopped) return;
    clearTimeout(timer);
    timer = setTimeout(start, delayMs);
    timer.unref();
  };

  const start = () => {
    running = running.then(importAll).catch((error: unknown) => {
      log.error({ code: 'new_sites_import_failed', err: error }, 'import of new sites failed');
      scheduleRetry(maxRetryDelayMs);
    });
  };

  return {
    update(sites) {
      folders = sites;
      for (const id of failures.keys()) if (!sites.some(({ config }) => config.id === id)) failures.delete(id);
      start();
    },
    whenIdle: () => running,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** Returns the folders whose site the database does not contain, or contains from another known folder. */
async function findNewSites(db: Db, folders: readonly ConfiguredSite[]): Promise<ConfiguredSite[]> {
  const rows = await db
    .select({ id: sitesTable.id, folder: sitesTable.folder })
    .from(sitesTable)
    .where(isActiveSiteSql);
  const importedFrom = new Map(rows.map((row) => [row.id, row.folder]));
  return folders.filter(({ folder, config }) => {
    const recorded = importedFrom.get(config.id);
    return recorded !== null && recorded !== folder;
  });
}

/** The last failure of each site that could not be imported, by the id of the site. */
type ImportFailures = Map<number, { delayMs: number; reason: string }>;

/** Imports a site and creates its administrator. A failure is recorded with the delay before the next attempt. */
async function importNewSite(
  { folder, config: { id } }: ConfiguredSite,
  { db, sitesDir, filesDir, admin, log }: NewSiteImporterOptions,
  failures: ImportFailures,
): Promise<void> {
  try {
    const start = performance.now();
    await importSite({ db, filesDir }, join(sitesDir, folder), {
      onLockWait: (wait) => log.warn({ code: 'lock_wait', ...wait }, 'waiting for a database lock'),
    });
    failures.delete(id);
    const ms = Math.round(performance.now() - start);
    log.info({ code: 'site_imported', site: id, folder, ms }, 'site imported');
    if (admin)
      await ensureAdmin(db, id, admin).catch((err: unknown) =>
        log.error({ code: 'administrator_not_created', err, site: id }, 'administrator not created'),
      );
  } catch (error) {
    const previous = failures.get(id);
    const reason = error instanceof Error ? error.message : String(error);
    if (reason !== previous?.reason)
      log.error({ code: 'site_import_failed', site: id, folder, reason }, 'site import failed');
    const delayMs = previous ? Math.min(previous.delayMs * 2, maxRetryDelayMs) : minRetryDelayMs;
    failures.set(id, { reason, delayMs });
  }
}

/**
 * Returns the milliseconds until a folder counts as completely copied, or 0 if it does already. The time of the last
 * change is ctime, because copying preserves mtime. A ctime in the future comes from another machine's clock and is
 * ignored.
 */
async function msUntilStable(dir: string): Promise<number> {
  const now = Date.now();
  const names = await readdir(dir, { recursive: true }).catch(() => []);
  const found = await Promise.all([dir, ...names.map((name) => join(dir, name))].map(changedAt));
  const latest = Math.max(...found.filter((time) => time < now + debounceMs));
  return Math.ceil(Math.max(0, Math.min(debounceMs, latest + debounceMs - now)));
}

const changedAt = (path: string): Promise<number> =>
  stat(path).then(
    ({ ctimeMs }) => ctimeMs,
    () => 0,
  );
