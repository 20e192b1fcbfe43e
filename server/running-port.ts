import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const RunningServer = z.object({ pid: z.int(), port: z.int() });

const toFile = (dataDir: string): string => join(dataDir, 'server.json');

/**
 * Records the port at which the server of this data folder listens, because commands do not have its environment.
 * @returns A function that deletes the record.
 */
export async function recordRunningPort(dataDir: string, port: number): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true });
  await writeFile(toFile(dataDir), JSON.stringify({ pid: process.pid, port } satisfies z.infer<typeof RunningServer>));
  return () => rm(toFile(dataDir), { force: true });
}

/** Reads the port of the server that runs with this data folder; null if none runs on this machine. */
export function readRunningPort(dataDir: string): number | null {
  try {
    const { pid, port } = RunningServer.parse(JSON.parse(readFileSync(toFile(dataDir), 'utf8')));
    process.kill(pid, 0);
    return port;
  } catch {
    // There is no record, or the process that wrote it was killed.
    return null;
  }
}
