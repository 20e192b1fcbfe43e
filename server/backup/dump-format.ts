import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { getSiteDumpPath } from './backup-manifest.ts';

/**
 * The dump of a site is a sequence of sections. Each section is a line of JSON with table name and columns, the rows in
 * PostgreSQL's COPY text format, and a line `\.`, which no row can contain.
 */
interface DumpSectionHeader {
  /** Name of the table, or `queued_jobs`. */
  table: string;
  columns: string[];
}

export interface DumpSection extends DumpSectionHeader {
  /** The rows in COPY text format. All of them must be read before the next section. */
  rows: AsyncIterable<Buffer>;
}

export const queuedJobsSectionName = 'queued_jobs';

export const formatDumpSectionStart = (header: DumpSectionHeader): Buffer => Buffer.from(`${JSON.stringify(header)}\n`);
export const dumpSectionEnd = Buffer.from('\\.\n');

const newline = 0x0a;
/** The bytes that end a section: a newline and the line `\.`. */
const endOfRows = Buffer.from('\n\\.\n');

/** Splits a dump into its sections. @throws Error if the dump ends within a section. */
async function* readDumpSections(dump: AsyncIterable<Buffer>): AsyncGenerator<DumpSection> {
  const chunks = dump[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  const readMore = async (): Promise<boolean> => {
    const next = await chunks.next();
    if (!next.done) rest = rest.length === 0 ? next.value : Buffer.concat([rest, next.value]);
    return !next.done;
  };
  async function* readRows(): AsyncGenerator<Buffer> {
    for (;;) {
      const end = rest.indexOf(endOfRows);
      // `rest` begins with the newline of the header, which is skipped, because it is not part of the rows.
      if (end >= 0) {
        if (end > 0) yield rest.subarray(1, end + 1);
        rest = rest.subarray(end + endOfRows.length);
        return;
      }
      const safeLength = rest.length - endOfRows.length;
      if (safeLength > 0) {
        yield rest.subarray(1, safeLength + 1);
        rest = rest.subarray(safeLength);
      }
      if (!(await readMore())) throw new Error('the dump ends within a section');
    }
  }
  for (;;) {
    const end = rest.indexOf(newline);
    if (end < 0) {
      if (await readMore()) continue;
      if (rest.length > 0) throw new Error('the dump ends within a section');
      return;
    }
    const header = JSON.parse(rest.toString('utf8', 0, end)) as DumpSectionHeader;
    rest = rest.subarray(end);
    yield { ...header, rows: readRows() };
  }
}

/** Counts the lines of a chunk. In COPY text format each line is one row. */
export function countLinesInChunk(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) lines++;
  return lines;
}

export async function* readSiteDump(dir: string, siteId: number): AsyncGenerator<DumpSection> {
  const file = createReadStream(getSiteDumpPath(dir, siteId));
  const dump = createGunzip();
  file.once('error', (error) => dump.destroy(error));
  yield* readDumpSections(file.pipe(dump));
}
