import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorError } from '#server/operator-error.ts';
import type { PostgresRunUser } from './run-as.ts';

/** The port in the socket's file name. PostgreSQL does not listen on a TCP port. */
export const postgresSocketPort = 5432;

/** Maximum length of a socket's path in bytes. */
const maxSocketPathBytes = process.platform === 'darwin' ? 103 : 107;

/**
 * Returns the folder for the database's socket: inside `dataDir`, or a temporary folder if that path would be too long.
 */
export function getPostgresSocketFolder(dataDir: string): string {
  const inside = join(dataDir, 'run');
  if (Buffer.byteLength(`${inside}/.s.PGSQL.${postgresSocketPort}`) <= maxSocketPathBytes) return inside;
  return join(tmpdir(), `cuvee-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`);
}

/** Creates the socket folder with access for its owner only. @throws OperatorError if it belongs to another user. */
export async function createPostgresSocketFolder(folder: string, as: PostgresRunUser): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await lstat(folder);
  const isOwn = [process.getuid?.(), as.uid].includes(found.uid);
  if (!found.isDirectory() || !isOwn)
    throw new OperatorError(`${folder} belongs to another user. Remove it, or choose a shorter DATA_DIR.`);
  await chmod(folder, 0o700);
  if (as.uid !== undefined) await chown(folder, as.uid, as.gid ?? as.uid);
}
