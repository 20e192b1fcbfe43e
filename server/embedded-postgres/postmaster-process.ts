import { readFileSync } from 'node:fs';
import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgresSocketPort } from './socket-folder.ts';

const stopTimeoutMs = 60_000;

/** Returns the id of PostgreSQL's main process, or null if there is none. @throws Error if the file is unreadable. */
export const readPostmasterPid = (postgresDir: string): Promise<number | null> => readPid(pidFile(postgresDir));

/**
 * Stops PostgreSQL with a fast shutdown, which rolls back open transactions, and waits until it has stopped.
 * @param knownPid Id of its process, for a process that has no file descriptor left to read it.
 */
export async function stopPostmaster(postgresDir: string, knownPid: number | null = null): Promise<void> {
  const read = () => readPostmasterPid(postgresDir).catch(() => knownPid);
  const pid = await read();
  if (pid === null || !isProcessAlive(pid)) return;
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + stopTimeoutMs;
  while (isProcessAlive(pid) && (await read()) === pid) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL (process ${pid}) did not stop in ${stopTimeoutMs} ms.`);
    await sleep(20);
  }
}

/**
 * Starts a fast shutdown of PostgreSQL and does not wait for its end, because an exiting process cannot wait.
 * @param knownPid As for `stopPostmaster`.
 */
export function requestPostmasterStop(postgresDir: string, knownPid: number | null): void {
  const pid = readPidSync(pidFile(postgresDir), knownPid);
  if (pid !== null && isProcessAlive(pid)) process.kill(pid, 'SIGINT');
}

function readPidSync(file: string, knownPid: number | null): number | null {
  try {
    return parsePid(readFileSync(file, 'utf8'));
  } catch (error) {
    return isMissing(error) ? null : knownPid;
  }
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
    const pid = await readPid(file).catch(() => null);
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

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

async function readPid(file: string): Promise<number | null> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return '';
    throw error;
  });
  return parsePid(text);
}

function parsePid(text: string): number | null {
  const pid = Number.parseInt(text, 10);
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
