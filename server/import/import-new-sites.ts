import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type AdminSettings, ensureAdmin } from '#server/api/accounts/ensure-admin.ts';
import type { Db } from '#server/api/database/connect.ts';
import { sites as sitesTable } from '#server/api/database/sites-table.ts';
import type { FolderSite } from '#server/storefront/sites/host-index.ts';
import { importSite } from './import-site.ts';

export interface NewSites {
  /** Imports what of `sites` the database does not know, one after another. */
  take(sites: readonly FolderSite[]): void;
  /** Resolves when nothing is being imported. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

export interface NewSitesParts {
  db: Db;
  sitesDir: string;
  filesDir: string;
  /** Who becomes SUPER_ADMIN of what is imported; null: nobody. */
  admin: AdminSettings | null;
  log: FastifyBaseLogger;
}

/** A folder may be copied while we look: it is left alone until nothing in it has moved for this long (milliseconds). */
const quietFor = 1_000;
/** After a failure it is tried again, later and later (milliseconds). */
const firstPause = 1_000;
const longestPause = 60_000;

/** With storefront and API in one process, a site appears by its folder alone: its content is imported when it is new. */
export function importNewSites({ db, sitesDir, filesDir, admin, log }: NewSitesParts): NewSites {
  const failures = new Map<number, { pause: number; reason: string }>();
  let wanted: readonly FolderSite[] = [];
  let isStopped = false;
  /** The start waits for what is there: a folder that has only just been written is given its moment at once. */
  let isFirst = true;
  let working: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const importOne = async ({ folder, config: { id } }: FolderSite) => {
    try {
      const start = performance.now();
      await importSite({ db, filesDir }, join(sitesDir, folder));
      failures.delete(id);
      log.info({ site: id, ms: Math.round(performance.now() - start) }, `site ${folder} is imported`);
      if (admin)
        await ensureAdmin(db, id, admin).catch((err: unknown) => log.error({ err, site: id }, 'no administrator'));
    } catch (error) {
      const before = failures.get(id);
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== before?.reason) log.error({ site: id }, `site ${folder} cannot be imported: ${reason}`);
      failures.set(id, { reason, pause: Math.min((before?.pause ?? firstPause / 2) * 2, longestPause) });
    }
  };

  const round = async () => {
    const rows = await db.select({ id: sitesTable.id }).from(sitesTable);
    const known = new Set(rows.map(({ id }) => id));
    const pauses: number[] = [];
    for (const site of wanted) {
      if (isStopped) return;
      if (known.has(site.config.id)) continue;
      const unrest = await restlessFor(join(sitesDir, site.folder));
      if (unrest > 0 && isFirst) await sleep(unrest);
      if (unrest > 0 && !isFirst) pauses.push(unrest);
      else await importOne(site);
    }
    isFirst = false;
    pauses.push(...[...failures.values()].map(({ pause }) => pause));
    if (pauses.length > 0) tryAgain(Math.min(...pauses));
  };

  const tryAgain = (pause: number) => {
    if (isStopped) return;
    clearTimeout(timer);
    timer = setTimeout(start, pause);
    timer.unref();
  };

  const start = () => {
    working = working.then(round).catch((error: unknown) => {
      log.error({ err: error }, 'new sites could not be imported');
      tryAgain(longestPause);
    });
  };

  return {
    take(sites) {
      wanted = sites;
      for (const id of failures.keys()) if (!sites.some(({ config }) => config.id === id)) failures.delete(id);
      start();
    },
    settled: () => working,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await working;
    },
  };
}

/**
 * Milliseconds until the folder may count as quiet; 0: it does. Told by the time of each file's last change of any kind,
 * which copying cannot set; one far in the future, by another machine's clock, says nothing.
 */
async function restlessFor(dir: string): Promise<number> {
  const now = Date.now();
  const names = await readdir(dir, { recursive: true }).catch(() => []);
  const found = await Promise.all([dir, ...names.map((name) => join(dir, name))].map(changedAt));
  const latest = Math.max(...found.filter((time) => time < now + quietFor));
  return Math.ceil(Math.max(0, Math.min(quietFor, latest + quietFor - now)));
}

const changedAt = (path: string): Promise<number> =>
  stat(path).then(
    ({ ctimeMs }) => ctimeMs,
    () => 0,
  );
