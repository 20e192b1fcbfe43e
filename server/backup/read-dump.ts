import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { dumpPath } from './backup-manifest.ts';
import { readSections, type Section } from './dump-format.ts';

/** Reads the dump of one site from a backup, section by section. */
export async function* readDump(dir: string, siteId: number): AsyncGenerator<Section> {
  const file = createReadStream(dumpPath(dir, siteId));
  const dump = createGunzip();
  file.once('error', (error) => dump.destroy(error));
  yield* readSections(file.pipe(dump));
}
