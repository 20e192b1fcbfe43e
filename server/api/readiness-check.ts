import { access } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { DiskWatch } from '#server/http/disk-space.ts';
import type { FindUnreadyReason } from '#server/http/health.ts';
import type { Db } from './database/connect.ts';
import { createSchemaCheck } from './database/schema-check.ts';

/**
 * Maximum time in milliseconds for the database to respond. A frozen PostgreSQL accepts connections and never responds,
 * and readiness probes usually wait only some seconds.
 */
const readinessTimeoutMs = 2_000;

interface ReadinessDependencies {
  db: Db;
  filesDir: string;
  disk: Pick<DiskWatch, 'findReason'>;
  findSchemaDrift?: () => Promise<string>;
  /** Logs the reason for which the process is not ready, once for each reason. */
  report: (reason: string) => void;
}

/**
 * Creates the readiness check of an API or a worker. It passes if no disk is full, the database responds in time and
 * has this version's schema, and the folder of uploaded originals exists (once a site has been imported).
 */
export function createReadinessCheck({
  db,
  filesDir,
  disk,
  findSchemaDrift = createSchemaCheck(db.$client).findDrift,
  report,
}: ReadinessDependencies): FindUnreadyReason {
  let reportedReason = '';
  let pending: Promise<string> | null = null;
  return async () => {
    // Probes share one query, so that they do not occupy the connection pool while the database is frozen.
    pending ??= findReason(db, filesDir, findSchemaDrift).finally(() => {
      pending = null;
    });
    const found = pending;
    // A full disk comes first, because it is also the cause of a database that is not available.
    const reason =
      (await disk.findReason()) ||
      (await Promise.race([found, sleep(readinessTimeoutMs, 'database timeout', { ref: false })]));
    if (reason !== reportedReason && reason !== '') report(reason);
    reportedReason = reason;
    return reason;
  };
}

/** Writes a temporary table, which fails while the disk of the database is full. */
export const writeTemporaryTable = (db: Db): Promise<unknown> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`create temporary table disk_probe on commit drop as
      select repeat('x', 1000) as filler from generate_series(1, 100)`);
  });

async function findReason(db: Db, filesDir: string, findSchemaDrift: () => Promise<string>): Promise<string> {
  try {
    const drift = await findSchemaDrift();
    if (drift !== '') return drift;
    const { rows } = await db.$client.query<{ hasSites: boolean }>('select exists (select from sites) as "hasSites"');
    if (!rows[0]?.hasSites) return '';
  } catch {
    return 'database unavailable';
  }
  return access(filesDir).then(
    () => '',
    () => `FILES_DIR ${filesDir} is missing`,
  );
}
