import { existsSync, readFileSync } from 'node:fs';
import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgresSocketPort } from './socket-folder.ts';

const stopTimeoutMs = 60_000;

/** Stops PostgreSQL with a fast shutdown, which rolls back open transactions, and waits until it has stopped. */
export async function stopPostmaster(postgresDir: string): Promise<void> {
  const pid = await readPid(pidFile(postgresDir));
  if (pid === null || !isProcessAlive(pid)) return;
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + stopTimeoutMs;
  while (isProcessAlive(pid) && (await readPid(pidFile(postgresDir))) === pid) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL (process ${pid}) did not stop in ${stopTimeoutMs} ms.`);
    await sleep(20);
  }
}

/** Starts a fast shutdown of PostgreSQL and does not wait for its end, because an exiting process cannot wait. */
export function requestPostmasterStop(postgresDir: string): void {
  const file = pidFile(postgresDir);
  const pid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0;
  if (pid > 0 && isProcessAlive(pid)) process.kill(pid, 'SIGINT');
}

/**
 * On Linux, removes lock files that name a process which is not a PostgreSQL of this folder. PostgreSQL refuses to
 * start while that process exists, but in a restarted container its id can belong to another program, and a killed
 * process can remain as a zombie. A process is recognised as PostgreSQL by its working directory, which is the data
 * directory.
 */
export async function removeStaleLockFiles(postgresDir: string, socketDir: string): Promise<void> {
  if (process.platform !== 'linux') return;
  for (const file of [pidFile(postgresDir), join(socketDir, `.s.PGSQL.${postgresSocketPort}.lock`)]) {
    const pid = await readPid(file);
    if (pid === null) continue;
    const workingDir = await readlink(`/proc/${pid}/cwd`).catch(() => null);
    const isOtherProgram = workingDir !== null && workingDir !== (await realpath(postgresDir));
    if (isOtherProgram || isZombie(pid)) await rm(file, { force: true });
  }
}

export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const pidFile = (postgresDir: string) => join(postgresDir, 'postmaster.pid');

async function readPid(file: string): Promise<number | null> {
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}

function isZombie(pid: number): boolean {
  try {
    // The state is the field after the command name, which may contain any character and ends with the last
    // parenthesis.
    return /^\) [ZX]/.test(/\)[^)]*$/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[0] ?? '');
  } catch {
    return false;
  }
}
