import type pg from 'pg';
import type { Db } from '#server/api/database/connect.ts';

/** First key of the workers' advisory locks. The second key is a hash of the worker's id. */
const presenceLock = 7_302_405;

export interface WorkerPresenceLocks {
  /** Acquires the advisory lock of each worker. Opens a new connection if the last one was lost. */
  announce(workerIds: readonly string[]): Promise<void>;
  close(): void;
}

/**
 * Announces the workers of this process with advisory locks. PostgreSQL releases the locks as soon as the connection
 * ends, so jobs of a killed process can be recognised at once. If a machine fails without closing its connections,
 * keepalive probes end them after 25 seconds.
 */
export function createWorkerPresenceLocks(db: Db): WorkerPresenceLocks {
  let client: pg.PoolClient | undefined;
  let announced = new Set<string>();
  let isClosed = false;
  const release = () => {
    const lost = client;
    client = undefined;
    announced = new Set();
    lost?.release(true);
  };
  return {
    async announce(workerIds) {
      if (isClosed) return;
      try {
        client ??= await openPresenceConnection(db, release);
        for (const id of workerIds.filter((each) => !announced.has(each))) {
          await client.query('select pg_advisory_lock_shared($1, hashtext($2))', [presenceLock, id]);
          announced.add(id);
        }
        // Sends a query at intervals, because otherwise the loss of the connection might go unnoticed.
        await client.query('select 1');
      } catch (error) {
        release();
        throw error;
      }
    },
    close() {
      isClosed = true;
      release();
    },
  };
}

async function openPresenceConnection(db: Db, onLost: () => void): Promise<pg.PoolClient> {
  const client = await db.$client.connect();
  client.once('error', onLost);
  await client.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3');
  return client;
}

/** Returns the SQL condition that no process holds the presence lock of the worker whose id is in `column`. */
export const buildIsWorkerAbsentSql = (column: string): string => `
  not exists (
    select from pg_locks l join pg_database d on d.oid = l.database
     where l.locktype = 'advisory' and l.granted and d.datname = current_database()
       and l.classid = ${presenceLock}::oid and l.objsubid = 2
       and l.objid = (hashtext(${column})::bigint & 4294967295)::oid)`;
