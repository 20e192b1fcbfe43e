/** The byte order mark with which spreadsheet programs recognise UTF-8. */
export const csvByteOrderMark = '\ufeff';

/**
 * Formats one row of a CSV file (RFC 4180). A cell that a spreadsheet program could run as a formula begins with an
 * apostrophe, because email addresses and sentences come from strangers.
 */
export const formatCsvRow = (cells: readonly string[]): string => `${cells.map(formatCell).join(',')}\r\n`;

function formatCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
