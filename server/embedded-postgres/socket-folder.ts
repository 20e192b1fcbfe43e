import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorError } from '#server/operator-error.ts';
import type { RunAs } from './run-as.ts';

/** Number in the socket's file name; nothing listens on a TCP port. */
export const socketPort = 5432;

/** The kernel's limit for the path of a socket, in bytes. */
const longestPath = 107;

/** Where the database in `dataDir` has its socket: inside, or, where that path is too long, in a short folder of its own. */
export function socketFolder(dataDir: string): string {
  const inside = join(dataDir, 'run');
  if (Buffer.byteLength(`${inside}/.s.PGSQL.${socketPort}`) <= longestPath) return inside;
  return join(tmpdir(), `cuvee-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`);
}

/** Makes it, for its owner alone. @throws OperatorError where somebody else has made it. */
export async function createSocketFolder(folder: string, as: RunAs): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await lstat(folder);
  const mine = [process.getuid?.(), as.uid].includes(found.uid);
  if (!found.isDirectory() || !mine)
    throw new OperatorError(`${folder} belongs to somebody else. Remove it, or choose a shorter DATA_DIR.`);
  await chmod(folder, 0o700);
  if (as.uid !== undefined) await chown(folder, as.uid, as.gid ?? as.uid);
}
