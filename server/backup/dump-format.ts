/**
 * The dump of a site is a sequence of sections: a line of JSON with name and columns, the rows in PostgreSQL's COPY text
 * format, and a line `\.`, which no row can contain.
 */
export interface DumpSectionHeader {
  /** A table, or `queued_jobs`. */
  table: string;
  columns: string[];
}

export interface DumpSection extends DumpSectionHeader {
  /** Must be read to its end before the next section. */
  rows: AsyncIterable<Buffer>;
}

/** Section of the jobs that are queued for the site. */
export const queuedJobsSectionName = 'queued_jobs';

export const formatDumpSectionStart = (header: DumpSectionHeader): Buffer => Buffer.from(`${JSON.stringify(header)}\n`);
export const dumpSectionEnd = Buffer.from('\\.\n');

const newline = 0x0a;
/** The end of a section after the newline of the line before it. */
const endOfRows = Buffer.from('\n\\.\n');

/** Splits a dump into its sections. @throws Error if the dump ends within a section. */
export async function* readDumpSections(dump: AsyncIterable<Buffer>): AsyncGenerator<DumpSection> {
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
      // The first byte is the newline before the rows, which is not part of them.
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

/** Counts lines, which are rows in the COPY text format. */
export function countDumpLines(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) lines++;
  return lines;
}
