import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { csvByteOrderMark, formatCsvRow } from '#shared/format-csv-row.ts';
import { readRegistrationsOfElement } from './registrations-repository.ts';

const columns = ['id', 'date', 'title', 'state', 'name', 'email', 'people', 'language', 'registered'];

/**
 * Maximum number of exported registrations. Real elements stay far below it, because registrations are erased after
 * their retention time.
 */
const maxExportedRegistrations = 20_000;

export async function exportRegistrationsAsCsv(tx: SiteTx, elementId: number): Promise<string> {
  const rows = await readRegistrationsOfElement(tx, elementId, maxExportedRegistrations);
  const lines = rows.map(({ id, startsAt, title, state, name, email, people, language, createdAt }) =>
    formatCsvRow([
      ...[String(id), startsAt.toISOString(), title, state, name, email],
      ...[String(people), language, createdAt.toISOString()],
    ]),
  );
  return csvByteOrderMark + formatCsvRow(columns) + lines.join('');
}
