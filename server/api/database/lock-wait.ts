import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** Time in milliseconds after which a wait for a lock is reported, and the interval at which it is reported again. */
const reportIntervalMs = 5_000;

export interface LockWait {
  lock: 'migration' | 'import';
  seconds: number;
  /** Process id of the holding session in PostgreSQL, and the name under which it connected. */
  holderPid: number;
  holderName: string;
}

export type ReportLockWait = (wait: LockWait) => void;

const describeLockWait = ({ lock, seconds, holderPid, holderName }: LockWait): string =>
  `Waiting for the ${lock} lock for ${seconds} s. It is held by the database session ${holderPid} ("${holderName}"). ` +
  `If that process is gone: SELECT pg_terminate_backend(${holderPid})`;

/** Reports a lock wait of a command on standard error. */
export const printLockWait: ReportLockWait = (wait) => void process.stderr.write(`${describeLockWait(wait)}\n`);

/** @param waitingPid The process id of the session that acquires the lock. */
export async function acquireReportedLock(
  pool: pg.Pool,
  { lock, waitingPid, report }: { lock: LockWait['lock']; waitingPid: number; report: ReportLockWait },
  acquire: () => Promise<unknown>,
): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const watch = async () => {
    for (let seconds = reportIntervalMs / 1_000; ; seconds += reportIntervalMs / 1_000) {
      await sleep(reportIntervalMs, undefined, { signal });
      const { rows } = await pool.query<{ pid: number; name: string }>(
        `select pid, application_name as name from pg_stat_activity where pid = any(pg_blocking_pids($1))`,
        [waitingPid],
      );
      for (const { pid, name } of rows)
        if (!signal.aborted) report({ lock, seconds, holderPid: pid, holderName: name });
    }
  };
  // The watch only informs. It ends by the abort, and its failure must not replace that of the acquisition.
  const watching = watch().catch(() => {});
  try {
    await acquire();
  } finally {
    waiting.abort();
    await watching;
  }
}

/** Reads the id of a session's process in PostgreSQL. A pooler reports another one when the client connects. */
export async function readBackendPid(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}
