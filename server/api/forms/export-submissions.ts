import type { Db } from '#server/api/database/connect.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { csvByteOrderMark, formatCsvRow } from '#shared/format-csv-row.ts';
import { findSubmissionsOfFormBeforeId, readFilesOfSubmissions } from './forms-repository.ts';

const batchSize = 500;

/**
 * Maximum number of exported batches. Real forms stay far below it, because submissions are erased after their
 * retention time.
 */
const maxBatches = 20;

interface ExportOptions {
  siteId: number;
  /** Id of the form; null for the contact form of a site that defines none. */
  formId: number | null;
}

type Submission = Awaited<ReturnType<typeof findSubmissionsOfFormBeforeId>>[number];

/**
 * Exports the newest submissions of a form as CSV, with a column for each question that any submission answers. The
 * submissions are read twice, first to find the columns, in batches of up to 500, so that memory use does not grow with
 * the number of submissions.
 */
export async function* exportSubmissionsOfFormAsCsv(db: Db, options: ExportOptions): AsyncGenerator<string> {
  const labels = new Map<string, string>();
  let newestId = 0;
  for await (const rows of readBatches(db, options, null)) {
    newestId = Math.max(newestId, rows[0]?.id ?? 0);
    for (const { name, label } of rows.flatMap(({ answers }) => answers))
      if (!labels.has(name)) labels.set(name, label);
  }
  const header = ['id', 'received', 'handled', 'language', 'email', ...labels.values(), 'files'];
  yield csvByteOrderMark + formatCsvRow(header);
  // Submissions that have arrived in the meantime are left out, because they may have further columns.
  for await (const rows of readBatches(db, options, newestId + 1))
    yield await withSiteTransaction(db, options.siteId, (tx) => formatRows(tx, rows, [...labels.keys()]));
}

/** Reads the submissions with lower ids than `beforeId`, or all for null, the newest first, up to `maxBatches`. */
async function* readBatches(
  db: Db,
  { siteId, formId }: ExportOptions,
  beforeId: number | null,
): AsyncGenerator<Submission[]> {
  let before = beforeId;
  for (let batch = 0; batch < maxBatches; batch++) {
    const rows = await withSiteTransaction(db, siteId, (tx) =>
      findSubmissionsOfFormBeforeId(tx, formId, before, batchSize),
    );
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) return;
    before = rows.at(-1)?.id ?? before;
  }
}

async function formatRows(tx: SiteTx, rows: readonly Submission[], names: readonly string[]): Promise<string> {
  const files = Map.groupBy(await readFilesOfSubmissions(tx, rows), ({ submissionId }) => submissionId);
  const lines = rows.map(({ id, receivedAt, handledAt, lang, emailKey, answers }) => {
    const answersByName = new Map(answers.map(({ name, answers: given }) => [name, given.join('; ')]));
    return formatCsvRow([
      String(id),
      receivedAt.toISOString(),
      handledAt?.toISOString() ?? '',
      lang,
      emailKey,
      ...names.map((name) => answersByName.get(name) ?? ''),
      (files.get(id) ?? []).map(({ name }) => name).join('; '),
    ]);
  });
  return lines.join('');
}
