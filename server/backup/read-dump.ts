import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { getSiteDumpPath } from './backup-manifest.ts';
import { type DumpSection, readDumpSections } from './dump-format.ts';

export async function* readSiteDump(dir: string, siteId: number): AsyncGenerator<DumpSection> {
  const file = createReadStream(getSiteDumpPath(dir, siteId));
  const dump = createGunzip();
  file.once('error', (error) => dump.destroy(error));
  yield* readDumpSections(file.pipe(dump));
}
