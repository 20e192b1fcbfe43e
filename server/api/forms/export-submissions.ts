import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { csvByteOrderMark, formatCsvRow } from '#shared/format-csv-row.ts';
import { findFilesOf, findSubmissionsOfForm } from './forms-repository.ts';

/** Maximum number of exported submissions. Their retention time keeps real forms far below it. */
const maxExportedSubmissions = 10_000;

/**
 * Exports the newest submissions of a form as CSV, with a column for each question that any of them has answered.
 * @param formId Null for the contact form of a site that defines none.
 */
export async function exportSubmissionsAsCsv(tx: SiteTx, formId: number | null): Promise<string> {
  const rows = await findSubmissionsOfForm(tx, formId, maxExportedSubmissions);
  const files = Map.groupBy(await findFilesOf(tx, rows), ({ submissionId }) => submissionId);
  const labels = new Map(rows.flatMap(({ answers }) => answers.map(({ name, label }) => [name, label] as const)));
  const header = ['id', 'received', 'handled', 'language', 'email', ...labels.values(), 'files'];
  const lines = rows.map(({ id, receivedAt, handledAt, lang, emailKey, answers }) => {
    const answersByName = new Map(answers.map(({ name, answers: given }) => [name, given.join('; ')]));
    return formatCsvRow([
      String(id),
      receivedAt.toISOString(),
      handledAt?.toISOString() ?? '',
      lang,
      emailKey,
      ...[...labels.keys()].map((name) => answersByName.get(name) ?? ''),
      (files.get(id) ?? []).map(({ name }) => name).join('; '),
    ]);
  });
  return csvByteOrderMark + formatCsvRow(header) + lines.join('');
}
