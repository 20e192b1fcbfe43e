import { statfs } from 'node:fs/promises';
import { sep } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';

/** Codes of a full disk: of the system, of a quota, and of PostgreSQL (`disk_full`). */
const diskFullCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', '53100']);

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '');

export const isDiskFull = (error: unknown): boolean => findDiskFullError(error) !== null;

function findDiskFullError(error: unknown): Error | null {
  for (let at = error; at instanceof Error; at = at.cause)
    if (diskFullCodes.has(codeOf(at)) || /^(ENOSPC|EDQUOT)\b/.test(at.message)) return at;
  return null;
}

/**
 * A disk with less free space counts as full: PostgreSQL needs this much for the next file of its log, and stops without
 * it.
 */
const minFreeBytes = 16 * 2 ** 20;

export const logDiskFull = (log: FastifyBaseLogger, disk: string): void =>
  log.error({ code: 'disk_full', disk, hint: 'Free some space; no restart is needed.' }, 'disk full');

/** Beginning of the reason for which `/readyz` is 503. */
export const diskFullReason = 'disk full';

export interface DiskWatch {
  /** Logs the disk of an error if it is full. @returns True for an error of a full disk. */
  report(error: unknown): Promise<boolean>;
  /** Returns the disk that is full, as a reason for not being ready; empty if all have space. */
  findReason(): Promise<string>;
}

interface DiskWatchOptions {
  /** Folders in which the process writes, by the name of their setting. */
  folders: Readonly<Record<string, string>>;
  /** Writes to the database as a test. It is called only after the database has reported a full disk. */
  writeToDatabase?: () => Promise<unknown>;
  log: FastifyBaseLogger;
}

/** Watches the disks on which the process depends. Each change is logged once. */
export function createDiskWatch({ folders, writeToDatabase, log }: DiskWatchOptions): DiskWatch {
  let fullDisk = '';
  let isDatabaseFull = false;
  const announce = (disk: string) => {
    if (disk === fullDisk) return;
    if (disk === '') log.info({ code: 'disk_has_space', disk: fullDisk }, 'disk has space again');
    else logDiskFull(log, disk);
    fullDisk = disk;
  };
  const findFullFolder = async (): Promise<string> => {
    for (const [name, folder] of Object.entries(folders)) if (await isFull(folder)) return `${name} ${folder}`;
    return '';
  };
  const findFullDisk = async (): Promise<string> => {
    const folder = await findFullFolder();
    if (folder !== '') return folder;
    if (!isDatabaseFull || !writeToDatabase) return '';
    isDatabaseFull = await writeToDatabase().then(() => false, isDiskFull);
    return isDatabaseFull ? 'database' : '';
  };
  return {
    async report(error) {
      const found = findDiskFullError(error);
      if (!found) return false;
      const isOfDatabase = codeOf(found) === '53100';
      if (isOfDatabase) isDatabaseFull = true;
      announce((await findFullFolder()) || (isOfDatabase ? 'database' : findFolder(found, folders) || 'unknown'));
      return true;
    },
    async findReason() {
      const disk = await findFullDisk();
      announce(disk);
      return disk && `${diskFullReason}: ${disk}`;
    },
  };
}

async function isFull(folder: string): Promise<boolean> {
  // A folder that does not exist yet is no fault of the disk. Some file systems report no size at all.
  const disk = await statfs(folder).catch(() => null);
  return disk !== null && disk.blocks > 0 && disk.bavail * disk.bsize < minFreeBytes;
}

/** Returns the folder of an error of a quota, which leaves the disk itself with free space. */
function findFolder(error: Error, folders: DiskWatchOptions['folders']): string {
  const path = 'path' in error && typeof error.path === 'string' ? error.path : '';
  return (
    Object.entries(folders)
      .find(([, folder]) => path.startsWith(folder + sep))
      ?.join(' ') ?? path
  );
}
